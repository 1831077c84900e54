/** The data directory of the second or a further node of a demo. */
import { existsSync } from 'node:fs'
import { copyFile, mkdir, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { KEY_FILE } from '../../key-file.ts'

/**
 * Creates the directory inside of the data directory of the first node. It has a copy of the key and a link to the
 * media folder; nodes share no other files.
 * @param number number of the node, from 2
 */
export async function nodeFolder({ data, key }: Config, number: number): Promise<string> {
  const first = resolve(data)
  const folder = join(first, `node-${number}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await mkdir(join(first, 'media'), { recursive: true, mode: 0o700 })
  if (!existsSync(join(folder, 'media'))) await symlink(join('..', 'media'), join(folder, 'media'))
  if (key === '') await copyFile(join(first, KEY_FILE), join(folder, KEY_FILE))
  return folder
}
