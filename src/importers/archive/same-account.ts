/** Joins the archives of one account among the inputs of an import (decision 0104). */
import { shownName } from '../../files/shown-name.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import type { ImportInput } from '../files/inputs.ts'
import { ownerOf } from './archive-owner.ts'
import { openArchive } from './archive-source.ts'

/**
 * The inputs with one input for each account: the first one, with the paths of the others.
 * @param root the folder of the archive, if there are several in an input
 */
export async function withJoinedArchives(
  inputs: readonly ImportInput[],
  root: string | undefined,
): Promise<readonly ImportInput[]> {
  if (inputs.filter(({ is }) => is === 'archive').length < 2) return inputs
  const joined: ImportInput[] = []
  const places = new Map<bigint, number>()
  for (const input of inputs) {
    const account = input.is === 'archive' ? await accountOf(input.path, root) : undefined
    const place = account === undefined ? undefined : places.get(account)
    const first = place === undefined ? undefined : joined[place]
    if (place !== undefined && first !== undefined) {
      joined[place] = {
        ...first,
        otherPaths: [...(first.otherPaths ?? []), input.path],
      }
      continue
    }
    if (account !== undefined) places.set(account, joined.length)
    joined.push(input)
  }
  return joined.map((input) =>
    input.otherPaths === undefined
      ? input
      : { ...input, name: `${input.name} and ${input.otherPaths.length} more` },
  )
}

/**
 * Refuses paths with archives of different accounts, whose posts would get the wrong author.
 * @throws {FileUnreadable} also when one of them is no archive
 */
export async function requireOneAccount(paths: readonly string[], root: string | undefined): Promise<void> {
  if (paths.length < 2) return
  const owners = new Map<bigint, string>()
  for (const path of paths) owners.set(await ownerIn(path, root), path)
  if (owners.size < 2) return
  throw new FileUnreadable(
    `${[...owners.values()].map(shownName).join(' and ')} are archives of different accounts; import each with its own command, or all with "aviary import"`,
  )
}

/** The id of the owner; undefined for an archive whose import will fail. */
async function accountOf(path: string, root: string | undefined): Promise<bigint | undefined> {
  try {
    return await ownerIn(path, root)
  } catch (error) {
    // The import of the archive reports the error.
    if (error instanceof FileUnreadable) return undefined
    throw error
  }
}

async function ownerIn(path: string, root: string | undefined): Promise<bigint> {
  await using archive = await openArchive([path], root)
  return (await ownerOf(archive.parts, () => undefined)).id
}
