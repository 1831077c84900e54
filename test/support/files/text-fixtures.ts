/** Reads the files of test/fixtures/text. The README of that folder describes them. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** A conformance case of the library twitter-text. */
export interface ConformanceCase {
  readonly category: string
  readonly description: string
  readonly text: string
  readonly expected: unknown
}

/** Entities of a recorded post. Indices refer to the escaped text. */
export interface RecordedEntities {
  readonly hashtags?: readonly (readonly [text: string, start: number, end: number])[]
  readonly symbols?: readonly (readonly [text: string, start: number, end: number])[]
  readonly mentions?: readonly (readonly [name: string, start: number, end: number])[]
  readonly urls?: readonly (readonly [string, string | null, string | null, start: number, end: number])[]
  readonly media?: readonly (readonly [url: string, start: number, end: number])[]
}

/** A recorded text, escaped. */
export interface RecordedText {
  readonly text: string
  readonly entities: RecordedEntities
  readonly range?: readonly [number, number]
}

/** A recorded post. */
export interface RecordedPost extends RecordedText {
  readonly source: string
  readonly id: string
  readonly year: number
  readonly truncated?: true
  readonly reply?: true
  readonly quote?: true
  readonly whole?: RecordedText
  readonly repost?: RecordedText & { readonly name: string; readonly truncated?: true }
}

/** Cases of a file, or of some of its categories. */
export function conformanceCases(file: 'extract' | 'validate', ...categories: string[]): ConformanceCase[] {
  const cases = jsonLines<ConformanceCase>(`${file}.jsonl.gz`)
  return categories.length === 0 ? cases : cases.filter(({ category }) => categories.includes(category))
}

/** A URL for each top-level domain of the library. */
export function topLevelUrls(): string[] {
  return [...unpacked('tlds.yml.gz').matchAll(/^ +text: (\S+)$/gm)].map(([, url = '']) => url)
}

/** Every recorded post, unordered. */
export function recordedPosts(): RecordedPost[] {
  return jsonLines<RecordedPost>('posts.jsonl.gz')
}

function jsonLines<T>(file: string): T[] {
  return unpacked(file)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
}

function unpacked(file: string): string {
  return gunzipSync(readFileSync(new URL(`../../fixtures/text/${file}`, import.meta.url))).toString()
}
