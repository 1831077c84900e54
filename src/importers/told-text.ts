/** The text of a post as files have it, escaped for HTML, and the places in it. */
import type { Indices } from '../domain/posts/content.ts'
import { escapeText, unescapeText } from '../text/index-units.ts'
import { type Fields, Misfit } from './json-fields.ts'

/** A text, and how places in the file's form of it are told. */
export interface ToldText {
  /** As people wrote it. */
  readonly text: string
  /** Of a place in the text as the file has it, the one in the text as Aviary escapes it. */
  readonly move: ((place: number) => number) | undefined
}

/** Reads a text in which `&`, `<` and `>` are escaped; others may be, or not: old files have bare ones. */
export function toldText(given: string): ToldText {
  if (!/[&<>]/.test(given)) return { text: given, move: undefined }
  const text = unescapeText(given)
  return { text, move: escapeText(text) === given ? undefined : mover(given) }
}

function mover(given: string): (place: number) => number {
  const places: number[] = []
  let escaped = 0
  for (const [piece] of given.matchAll(/&(?:amp|lt|gt);|./gsu)) {
    const isReference = piece.length > 2
    for (let index = 0; index < (isReference ? piece.length : 1); index++) places.push(escaped)
    escaped += isReference ? piece.length : [...escapeText(piece)].length
  }
  return (place) => places[place] ?? escaped
}

/**
 * The pair of places of an entity, numbers or (in archives) texts of them.
 * @throws {Misfit}
 */
export function indicesIn(fields: Fields, name: string, what: string, told: ToldText): Indices {
  const value = fields[name]
  if (!Array.isArray(value) || value.length !== 2) throw new Misfit(`${name} of ${what} is no pair of places`)
  return indicesOf(value[0], value[1], what, told)
}

/** As {@link indicesIn}, of two values. */
export function indicesOf(from: unknown, to: unknown, what: string, { move }: ToldText): Indices {
  const start = typeof from === 'string' ? Number(from) : from
  const end = typeof to === 'string' ? Number(to) : to
  if (!isPlace(start) || !isPlace(end) || start > end) throw new Misfit(`${what} is at no place of a text`)
  return move === undefined ? [start, end] : [move(start), move(end)]
}

function isPlace(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1_000_000
}
