/* Shows deliveries as they come, and leaves the forms alone. */
setInterval(async () => {
	const answer = await fetch('/admin').catch(() => undefined);
	if (!answer?.ok) return;
	const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
	const [shown, now] = [document, page].map((each) => each.querySelector('#delivered'));
	if (shown.innerHTML !== now.innerHTML) shown.innerHTML = now.innerHTML;
}, 1000);
