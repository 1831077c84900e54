/**
 * The vocabulary of the operator: a JSON array of names to annotate in texts. Its entries are added to the default
 * vocabulary (annotation-catalogue.ts), or replace entries with the same name.
 *
 *   [{"name": "Aviary", "aliases": ["the aviary"], "type": "Product",
 *     "contexts": [{"domain": {"id": "48", "name": "Product"}, "entity": {"id": "1", "name": "Aviary"}}]}]
 */

import type { ContextAnnotation } from '../content.ts'
import { ANNOTATION_TYPES, type VocabularyEntry } from './annotate.ts'

/** Thrown for an invalid vocabulary. The message has the number of the invalid entry. */
export class VocabularyInvalid extends Error {
  override readonly name = 'VocabularyInvalid'
}

/** @throws {VocabularyInvalid} */
export function parseVocabulary(text: string): readonly VocabularyEntry[] {
  const value = jsonOf(text)
  if (!Array.isArray(value)) throw new VocabularyInvalid('the vocabulary is no JSON array')
  return value.map((entry, index) => entryOf(entry, `entry ${index + 1}`))
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new VocabularyInvalid(`the vocabulary is no JSON: ${error.message}`)
  }
}

function entryOf(value: unknown, where: string): VocabularyEntry {
  const { name, aliases = [], type = 'Other', contexts = [] } = objectOf(value, where)
  const known = ANNOTATION_TYPES.find((candidate) => candidate === type)
  if (known === undefined) {
    throw new VocabularyInvalid(`${where}: "type" is one of ${ANNOTATION_TYPES.join(', ')}`)
  }
  return {
    name: textOf(name, `${where}: "name"`),
    aliases: listOf(aliases, `${where}: "aliases"`).map((alias) => textOf(alias, `${where}: an alias`)),
    type: known,
    contexts: listOf(contexts, `${where}: "contexts"`).map((context) => contextOf(context, where)),
  }
}

function contextOf(value: unknown, where: string): ContextAnnotation {
  const { domain, entity } = objectOf(value, `${where}: a context`)
  return { domain: namedOf(domain, `${where}: "domain"`), entity: namedOf(entity, `${where}: "entity"`) }
}

function namedOf(value: unknown, where: string): ContextAnnotation['domain'] {
  const { id, name, description } = objectOf(value, where)
  return {
    id: textOf(id, `${where}: "id"`),
    name: textOf(name, `${where}: "name"`),
    ...(description === undefined ? {} : { description: textOf(description, `${where}: "description"`) }),
  }
}

function objectOf(value: unknown, where: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>
  }
  throw new VocabularyInvalid(`${where} is no object`)
}

function listOf(value: unknown, where: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw new VocabularyInvalid(`${where} is no array`)
}

function textOf(value: unknown, where: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value
  throw new VocabularyInvalid(`${where} is no text`)
}
