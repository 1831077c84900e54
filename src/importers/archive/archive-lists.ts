/** Imports the lists of a personal archive. */
import type { ImportedUser } from '../../domain/accounts/imported-user.ts'
import type { Context } from '../../domain/context.ts'
import { type ImportedEdge, importFollows, MAX_IMPORT_BATCH } from '../../domain/graph/import-follows.ts'
import { importRestrictions } from '../../domain/graph/import-restrictions.ts'
import { InvalidItem } from '../json-fields.ts'
import { type ImportOptions, type ImportReport, importLines, type LineFormat } from '../line-import.ts'
import { groupMessagesOf, messagesOf } from './archive-conversations.ts'
import { HINT, parsed, requireId, reversed } from './archive-element.ts'
import type { ArchiveGroups } from './archive-groups.ts'
import type { ArchiveNotes } from './archive-notes.ts'
import { innerOf } from './archive-owner.ts'
import type { ArchivePictures } from './archive-pictures.ts'
import { likesOf, postsOf } from './archive-posts.ts'
import type { PostScreen } from './archive-screen.ts'
import type { ArchivePart } from './archive-source.ts'
import type { ArchiveTally } from './archive-tally.ts'

/** Shared by the imports of all files of an archive. */
export interface ArchiveTools {
  readonly owner: ImportedUser
  readonly screen: PostScreen
  readonly pictures: ArchivePictures
  readonly notes: ArchiveNotes
  readonly groups: ArchiveGroups
  readonly tally: ArchiveTally
}

/** {@link importLines} for a file of an archive, without private items. */
export async function importPart(
  context: Context,
  part: ArchivePart,
  { owner, screen, pictures, notes, groups, tally }: ArchiveTools,
  options: ImportOptions,
): Promise<ImportReport> {
  const { treatment } = part
  if (treatment === 'messages') {
    const onOther = (name: string) => tally.countNotKept(`${part.kind} (${name})`, 1)
    return importLines(context, messagesOf(pictures, onOther), part, options)
  }
  if (treatment === 'group_messages')
    return importLines(context, groupMessagesOf(pictures, groups), part, options)
  if (treatment === 'followers' || treatment === 'following')
    return importLines(context, edgesOf(owner, treatment === 'followers'), part, options)
  if (treatment === 'blocks' || treatment === 'mutes')
    return importLines(context, restrictionsOf(owner, treatment), part, options)
  let heldBack = 0
  const onHeld = () => {
    heldBack += 1
  }
  const report =
    treatment === 'likes'
      ? await importLines(context, likesOf(owner, screen, onHeld), part, options)
      : await importLines(context, postsOf({ owner, screen, notes }, onHeld), part, options)
  return { ...report, read: report.read + heldBack, heldBack }
}

function edgesOf(owner: ImportedUser, isFollower: boolean): LineFormat<ImportedEdge> {
  const name = isFollower ? 'follower' : 'following'
  return {
    kind: `archive-${name}`,
    noun: 'an account',
    hint: HINT,
    batch: MAX_IMPORT_BATCH,
    refusesLate: false,
    read: reversed,
    parse: (text, note) =>
      parsed(text, note, (fields) => {
        const id = requireId(innerOf(fields, name), 'accountId')
        if (id === owner.id) throw new InvalidItem('a user cannot follow itself')
        return isFollower ? { follower: id, followee: owner.id } : { follower: owner.id, followee: id }
      }),
    async store(context, edges, note) {
      await importFollows(context, edges, (tx, imported) => note(tx, { imported, refused: [] }))
    },
  }
}

/** Accounts of a batch: each new block is several statements. */
const MAX_RESTRICTIONS = 200

/** Blocks and mutes are visible to the owner only. */
function restrictionsOf(owner: ImportedUser, kind: 'blocks' | 'mutes'): LineFormat<{ readonly id: bigint }> {
  const name = kind === 'blocks' ? 'blocking' : 'muting'
  return {
    kind: `archive-${kind}`,
    noun: 'an account',
    hint: HINT,
    batch: MAX_RESTRICTIONS,
    refusesLate: false,
    read: reversed,
    parse: (text, note) =>
      parsed(text, note, (fields) => {
        const id = requireId(innerOf(fields, name), 'accountId')
        if (id === owner.id) throw new InvalidItem(`a user cannot be in the own list of ${kind}`)
        return { id }
      }),
    // The operator must not see the accounts.
    shown: () => '',
    async store(context, items, note) {
      const ids = items.map(({ id }) => id)
      await importRestrictions(context, kind, owner.id, ids, (tx, imported) =>
        note(tx, { imported, refused: [] }),
      )
    },
  }
}
