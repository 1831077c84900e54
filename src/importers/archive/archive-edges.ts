/** Imports the relations of the owner of a personal archive: follows, blocks and mutes. */
import type { ImportedUser } from '../../domain/accounts/imported-user.ts'
import { type ImportedEdge, importFollows, MAX_IMPORT_BATCH } from '../../domain/graph/import-follows.ts'
import { importRestrictions } from '../../domain/graph/import-restrictions.ts'
import { InvalidItem } from '../json-fields.ts'
import type { LineFormat } from '../line-import.ts'
import { parsed, requireId, reversed } from './archive-element.ts'
import { innerOf } from './archive-owner.ts'

/** The import format of the files that list followers and followed accounts. Each element becomes an edge. */
export function edgesOf(owner: ImportedUser, isFollower: boolean): LineFormat<ImportedEdge> {
  const name = isFollower ? 'follower' : 'following'
  return {
    kind: `archive-${name}`,
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

/** Maximum number of accounts in a batch; it is small because each new block needs several statements. */
const MAX_RESTRICTIONS = 200

/** The import format of files of blocks and mutes. Only the owner may see the blocked and muted accounts. */
export function restrictionsOf(
  owner: ImportedUser,
  kind: 'blocks' | 'mutes',
): LineFormat<{ readonly id: bigint }> {
  const name = kind === 'blocks' ? 'blocking' : 'muting'
  return {
    kind: `archive-${kind}`,
    batch: MAX_RESTRICTIONS,
    refusesLate: false,
    read: reversed,
    parse: (text, note) =>
      parsed(text, note, (fields) => {
        const id = requireId(innerOf(fields, name), 'accountId')
        if (id === owner.id) throw new InvalidItem(`a user cannot be in the own list of ${kind}`)
        return { id }
      }),
    // The reject file shows no part of the element, because the operator must not see these accounts.
    shown: () => '',
    async store(context, items, note) {
      const ids = items.map(({ id }) => id)
      await importRestrictions(context, kind, owner.id, ids, (tx, imported) =>
        note(tx, { imported, refused: [] }),
      )
    },
  }
}
