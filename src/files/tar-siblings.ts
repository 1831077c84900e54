/**
 * Pairs members of tar files when one member needs the other (spec/file-recognition.md#containers). A tar file has no
 * directory, so a member is kept in a temporary folder until the other member is read.
 */
import type { SiblingNames, SiblingReader } from './siblings.ts'
import type { TarMember } from './tar.ts'
import { TemporaryCopies, type TemporaryCopy } from './temporary-copies.ts'

/** A member with its text, and a function that reads the member that it needs. */
export interface PairedMember {
  readonly name: string
  readonly bytes: AsyncIterable<Buffer>
  readonly sibling?: SiblingReader
}

interface Kept {
  readonly member: TarMember
  readonly copy: TemporaryCopy
}

/** The files of a tar file. Files that belong together are adjacent; other files keep their order. */
export async function* pairedMembers(
  members: AsyncIterable<TarMember>,
  { siblingOf, isSibling }: SiblingNames,
): AsyncGenerator<PairedMember> {
  await using copies = new TemporaryCopies()
  const pairs = new WaitingPairs()
  let failure: { readonly error: unknown } | undefined
  try {
    for await (const member of members) {
      const [folder, name] = placeOf(member.name)
      const needed = siblingOf(name)
      if (needed === undefined && !isSibling(name)) yield member
      else {
        const kept = { member, copy: await copies.addReadable(member.bytes) }
        yield* pairs.add(kept, `${folder}${needed ?? name}`, needed)
      }
    }
  } catch (error) {
    failure = { error }
  }
  // In a truncated file, members without their partner are returned before the error is thrown.
  yield* pairs.rest()
  if (failure !== undefined) throw failure.error
}

/** Members that wait for their partner, by the path of the partner. */
class WaitingPairs {
  readonly #needing = new Map<string, Kept>()
  readonly #siblings = new Map<string, Kept>()

  /**
   * Returns the member and its partner if the partner was already read. Otherwise the member waits; if another member
   * with the same path is waiting, that other member is returned without a partner.
   * @param path the path of that member of the pair which the other member needs
   * @param needed the name of the member that this member needs; undefined if another member needs this member
   */
  async *add(kept: Kept, path: string, needed: string | undefined): AsyncGenerator<PairedMember> {
    const own = needed === undefined ? this.#siblings : this.#needing
    const other = needed === undefined ? this.#needing : this.#siblings
    const counterpart = other.get(path)
    if (counterpart === undefined) {
      const same = own.get(path)
      own.set(path, kept)
      if (same !== undefined) yield* read(same)
      return
    }
    other.delete(path)
    const [first, second] = needed === undefined ? [counterpart, kept] : [kept, counterpart]
    const [, name] = placeOf(path)
    yield {
      ...textOf(first),
      sibling: (wanted) => (wanted === name ? second.copy.open() : undefined),
    }
    await first.copy.remove()
    yield* read(second)
  }

  /** The members whose partner did not occur in the file. */
  async *rest(): AsyncGenerator<PairedMember> {
    for (const kept of [...this.#needing.values(), ...this.#siblings.values()]) yield* read(kept)
  }
}

async function* read(kept: Kept): AsyncGenerator<PairedMember> {
  yield textOf(kept)
  await kept.copy.remove()
}

function textOf({ member, copy }: Kept): PairedMember {
  return { name: member.name, bytes: copy.open() }
}

/** The folder of a path, with a slash at its end, and the name of the file in the folder. */
function placeOf(path: string): readonly [folder: string, name: string] {
  const at = path.replaceAll('\\', '/').lastIndexOf('/') + 1
  return [path.slice(0, at), path.slice(at)]
}
