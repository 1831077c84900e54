/**
 * Makes parts of v1.1 objects from the fields of other forms. Other forms are converted to v1.1 objects. Therefore only
 * the reader of v1.1 objects needs rules for texts, entities and media.
 */
import type { PostBundle } from '../../domain/posts/import/imported-post.ts'
import { sourceAnchor } from '../../formats/v1.1/source.ts'
import { IGNORE_FAULTS, type ReportFault } from '../../lib/repair.ts'
import { escapeText } from '../../text/index-units.ts'
import { idIn } from '../id-fields.ts'
import { type Fields, InvalidItem } from '../json-fields.ts'
import { Places, recordedText } from '../posts/recorded-text.ts'
import { isFields } from './list-items.ts'

/** A v1.1 source, made from the name and the home page of an app. */
export function anchorOf(name: unknown, url?: unknown): string | undefined {
  if (typeof name !== 'string' || name === '') return undefined
  return sourceAnchor({ name, ...(typeof url === 'string' && url !== '' ? { url } : {}) })
}

/**
 * The text with HTML escapes as in v1.1, for forms whose texts are not escaped. Values that are not texts stay
 * unchanged.
 */
export function escapedText(text: unknown): unknown {
  return typeof text === 'string' ? escapeText(text) : text
}

/** Finds entities in the text of a v1.1 post. */
export class EntityFinder {
  readonly #places: Places

  /** @param text a text escaped for HTML; a value of another type contains no entities */
  constructor(text: unknown) {
    this.#places = new Places(recordedText(typeof text === 'string' ? text : ''), IGNORE_FAULTS)
  }

  /**
   * The entity with the indices of its words in the text. Another call with the same words finds the next match. The
   * result is empty if there is no match.
   */
  found(words: unknown, entity: Fields): readonly Fields[] {
    if (typeof words !== 'string' || words === '') return []
    const indices = this.#places.find(words)
    return indices === undefined ? [] : [{ ...entity, indices }]
  }
}

/** The objects of a list. */
export function objectsOf(list: unknown): readonly Fields[] {
  return Array.isArray(list) ? list.filter(isFields) : []
}

/** The texts of a list. */
export function textsOf(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : []
}

/**
 * Ignores the fault `not recorded`, which means that entities were derived from the text. It is not a fault of a file
 * whose form has no entities.
 */
export function exceptDerived(note: ReportFault): ReportFault {
  return (path, fault) => {
    if (fault !== 'not recorded') note(path, fault)
  }
}

/** The id in an optional field. An invalid id is reported, and the result is undefined. @throws {DigitsLost} */
export function optionalId(fields: Fields, name: string, note: ReportFault): bigint | undefined {
  if (fields[name] === '') return undefined
  try {
    return idIn(fields, name, note)
  } catch (error) {
    if (!(error instanceof InvalidItem)) throw error
    note(name, 'no id')
    return undefined
  }
}

/** The bundle of post and author, with the conversation of the post; v1.1 objects do not have the conversation. */
export function withConversation(bundle: PostBundle, conversationId: bigint | undefined): PostBundle {
  if (conversationId === undefined) return bundle
  return {
    ...bundle,
    posts: bundle.posts.map((post) => (post.repostedId === null ? { ...post, conversationId } : post)),
  }
}
