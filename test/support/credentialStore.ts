import type { ICredentialDataDecryptedObject, INodeCredentialsDetails } from 'n8n-workflow';

type Data = ICredentialDataDecryptedObject;

/** Stands for n8n's credential table: one row per id, as n8n keeps them. */
export class CredentialStore {
	private readonly rows = new Map<string, Data>();

	/** The row that the engine gives to its node, as it is stored now. */
	get data(): Data {
		return structuredClone(this.row('1'));
	}

	add(data: Data): INodeCredentialsDetails {
		const id = String(this.rows.size + 1);
		this.rows.set(id, structuredClone(data));
		return { id, name: `Credential ${id}` };
	}

	/** As a user in the editor: some values change, the rest stays. */
	edit(changes: Data, id = '1'): void {
		this.rows.set(id, structuredClone({ ...this.row(id), ...changes }));
	}

	read(id: string | null): Data {
		return structuredClone(this.row(id));
	}

	write(id: string | null, data: Data): void {
		this.row(id);
		this.rows.set(String(id), structuredClone(data));
	}

	private row(id: string | null): Data {
		const data = this.rows.get(String(id));
		if (!data) throw new Error(`No credential with the ID ${id}`);
		return data;
	}
}
