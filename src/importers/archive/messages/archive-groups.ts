/**
 * Reads the group conversations of a personal archive (spec/archives.md#archive-messages). The members of a group are
 * known only after all events of the group have been read. The events may be in several elements and files, so this
 * module reads them before the import begins.
 */
import type { ImportedGroup } from '../../../domain/messages/conversations/import-groups.ts'
import { sentAtOf } from '../../../domain/messages/record.ts'
import { assignedValuesOf } from '../../../files/json-values.ts'
import { FileUnreadable } from '../../../files/unreadable.ts'
import { LARGEST_ID } from '../../../lib/ids/largest-id.ts'
import { type Fields, InvalidItem } from '../../json-fields.ts'
import type { ArchivePart } from '../archive-part.ts'
import { elementOf } from '../archive-screen.ts'
import type { ArchiveTally } from '../archive-tally.ts'
import { type GroupChange, groupChangesIn, MAX_CONVERSATION_BYTES } from './archive-messages.ts'

/** Maximum number of members of a group; the network allowed at most 256. Further members get no copies of messages. */
const MAX_MEMBERS = 1_000

/** Ids of the first and the last event that contain a member, and of the events in which the member joined. */
interface Presence {
  /** 0 if the member was in the group before the owner. */
  readonly first: bigint
  readonly last: bigint
  readonly joins: readonly bigint[]
}

const NEVER: Presence = { first: LARGEST_ID, last: 0n, joins: [] }

interface Group {
  creatorId: bigint | undefined
  first: GroupChange | undefined
  readonly present: Map<bigint, Presence>
  readonly left: Map<bigint, bigint>
}

/** The groups of an archive. They are kept in memory, because a person has few groups. */
export class ArchiveGroups {
  readonly #ownerId: bigint
  readonly #groups = new Map<bigint, Group>()

  constructor(ownerId: bigint) {
    this.#ownerId = ownerId
  }

  /** Adds the events of an element, in any order. */
  add(changes: readonly GroupChange[]): void {
    const sorted = changes.toSorted((one, other) => (one.id < other.id ? -1 : 1))
    for (const change of sorted) this.#add(change)
  }

  #add(change: GroupChange): void {
    const { id, groupId, userIds } = change
    const group = this.#groups.get(groupId) ?? {
      ...{ creatorId: undefined, first: undefined },
      present: new Map<bigint, Presence>(),
      left: new Map<bigint, bigint>(),
    }
    this.#groups.set(groupId, group)
    if (group.first === undefined || id < group.first.id) group.first = change
    if (change.kind === 'leave') {
      for (const user of userIds) if (id > (group.left.get(user) ?? 0n)) group.left.set(user, id)
      return
    }
    if (change.kind === 'snapshot') group.creatorId = change.byId ?? group.creatorId
    const from = change.kind === 'snapshot' ? 0n : id
    for (const user of userIds) {
      const { first, last, joins } = group.present.get(user) ?? NEVER
      if (!group.present.has(user) && group.present.size >= MAX_MEMBERS) continue
      group.present.set(user, {
        first: from < first ? from : first,
        last: id > last ? id : last,
        joins: change.kind === 'join' ? [...joins, id] : joins,
      })
    }
  }

  /**
   * Groups by id, with their current members. A member can read the events from the first event that contains the
   * member. A member who left and returned can read the events since the return. The owner can read all events, and so
   * can a member who joined without a recorded event.
   */
  of(ids: ReadonlySet<bigint>): readonly ImportedGroup[] {
    return [...ids].flatMap((id) => {
      const group = this.#groups.get(id)
      return group === undefined ? [] : [this.#imported(id, group)]
    })
  }

  #imported(
    id: bigint,
    { creatorId = this.#ownerId, first: firstEvent, present, left }: Group,
  ): ImportedGroup {
    const members = new Map<bigint, bigint>([[this.#ownerId, 0n]])
    for (const [user, { first, last, joins }] of present) {
      const end = left.get(user) ?? 0n
      if (user === this.#ownerId || end >= last) continue
      const returns = joins.filter((join) => join > end).toSorted((one, other) => (one < other ? -1 : 1))
      if (end > 0n) members.set(user, returns[0] ?? last)
      else members.set(user, joins.length === 0 ? 0n : first)
    }
    return { id, creatorId, createdAt: firstEvent === undefined ? 0 : sentAtOf(firstEvent), members }
  }
}

/**
 * Reads the groups of an archive.
 * @param tally receives the names of unreadable files
 * @returns undefined if a file cannot be read to its end. Without these events, it is unknown who left a group, and
 *   former members would get the messages of the group
 */
export async function groupsIn(
  parts: readonly ArchivePart[],
  ownerId: bigint,
  tally: Pick<ArchiveTally, 'fault'>,
): Promise<ArchiveGroups | undefined> {
  const groups = new ArchiveGroups(ownerId)
  let isWhole = true
  for (const part of parts.filter(({ treatment }) => treatment === 'group_messages')) {
    try {
      for await (const lines of assignedValuesOf(part, { longest: MAX_CONVERSATION_BYTES })) {
        for (const { text } of lines) {
          const element = elementOf(text)
          if (element !== undefined) addTo(groups, element)
        }
      }
    } catch (error) {
      if (!(error instanceof FileUnreadable)) throw error
      isWhole = false
      tally.fault(part, new FileUnreadable(`${error.message} (no group messages are imported)`))
    }
  }
  return isWhole ? groups : undefined
}

function addTo(groups: ArchiveGroups, element: Fields): void {
  try {
    groups.add(groupChangesIn(element))
  } catch (error) {
    // The import of the file rejects this element.
    if (!(error instanceof InvalidItem)) throw error
  }
}
