/** Writes a personal archive of 2020 or later from the lists of its files. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * The lists of elements, by the names of their files without `.js`, such as `direct-messages-group` or
 * `tweets-part1`.
 */
export type ArchiveLists = Readonly<Record<string, readonly unknown[]>>

/**
 * Writes the files. If the lists contain no `account`, also writes an `account.js`.
 * @param media bytes by path in the folder `data`
 * @returns the folder
 */
export async function writeArchive(
  folder: string,
  ownerId: bigint,
  lists: ArchiveLists,
  media: Readonly<Record<string, Uint8Array | string>> = {},
): Promise<string> {
  const account = [{ account: { accountId: String(ownerId), username: `o_${ownerId}`.slice(0, 15) } }]
  for (const [name, list] of Object.entries({ account, ...lists })) {
    await write(
      join(folder, 'data', `${name}.js`),
      `${variableOf(name)} = ${JSON.stringify(list, undefined, 2)}`,
    )
  }
  for (const [path, bytes] of Object.entries(media)) await write(join(folder, 'data', path), bytes)
  return folder
}

function variableOf(name: string): string {
  const [, kind = name, part = '0'] = /^(.*?)(?:-part(\d+))?$/.exec(name) ?? []
  return `window.YTD.${kind.replaceAll('-', '_')}.part${part}`
}

async function write(path: string, content: Uint8Array | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}
