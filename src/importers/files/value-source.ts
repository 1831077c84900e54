/** Reads the values and rows of an input by their forms (spec/file-recognition.md#recognition). */
import {
  textsIn,
  textsInFile,
  type UnpackedText,
  type UnpackOptions,
  withCount,
} from '../../files/containers.ts'
import { type Content, contentOf } from '../../files/content.ts'
import type { FallbackEncoding } from '../../files/decode.ts'
import type { JsonValue } from '../../files/json-reader.ts'
import { shownName } from '../../files/shown-name.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import { SIBLINGS } from '../forms/index.ts'
import type { GraphReading } from '../graph/edge-value.ts'
import { FOLLOW_VARIABLE, hasUsers, JsonFollowList } from '../graph/follow-list.ts'
import type { TableOptions } from '../items.ts'
import type { FileValue } from './file-value.ts'
import type { ImportInput } from './inputs.ts'
import { rowsOf } from './table-source.ts'
import { type TextPlace, textPlaceOf } from './text-place.ts'

/** Consecutive values of one file or member. */
export interface ValueBatch {
  /** Name of the file, followed by the names of members. */
  readonly name: string
  readonly text: TextPlace
  readonly values: readonly FileValue[]
}

export interface SourceOptions {
  readonly stdin: AsyncIterable<Buffer>
  readonly encoding?: FallbackEncoding | undefined
  readonly graph: GraphReading
  readonly table: TableOptions
  /** True if there are several inputs; media files are then skipped. */
  readonly isMediaSkipped: boolean
  readonly onBytes: (bytes: number) => void
  /** Called for a part that cannot be read to its end. Reading continues with the next part. */
  readonly fault: (place: string, reason: string) => void
  /** Called for a part that is skipped. */
  readonly warn: (place: string, reason: string) => void
  /** Returns true if the rest of a file or member need not be read. */
  readonly isGivenUp: (text: TextPlace) => boolean
}

/** The values of an input. A fault in one part is reported and does not affect other parts. */
export async function* valuesOf(input: ImportInput, options: SourceOptions): AsyncGenerator<ValueBatch> {
  const placeOf = (member: string) => (member === '' ? input.name : `${input.name}/${shownName(member)}`)
  const unpack: UnpackOptions = {
    warn: (member, what) => options.warn(placeOf(member), what),
    fault: (member, reason) => options.fault(placeOf(member), reason),
    maxBytes: Number.POSITIVE_INFINITY,
    isMediaSkipped: options.isMediaSkipped,
    siblings: SIBLINGS,
  }
  let place = input.name
  try {
    const texts =
      input.is === 'stdin'
        ? textsIn(withCount(options.stdin, options.onBytes), unpack)
        : textsInFile(input.path, unpack, options.onBytes)
    for await (const text of texts) {
      place = placeOf(text.name)
      try {
        const textPlace = textPlaceOf(input.path, text)
        for await (const values of valuesIn(text, place, options)) {
          yield { ...values, text: textPlace }
          if (options.isGivenUp(textPlace)) break
        }
      } catch (error) {
        if (!(error instanceof FileUnreadable)) throw error
        options.fault(place, error.message)
      }
      // An error between two members is an error of the container.
      place = input.name
    }
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error
    options.fault(place, error.message)
  }
}

async function* valuesIn(
  { chunks }: UnpackedText,
  name: string,
  { encoding, graph, table, fault }: SourceOptions,
): AsyncGenerator<Omit<ValueBatch, 'text'>> {
  const content = await contentOf(chunks, { fallback: encoding })
  if (content.is === 'named') fault(name, `it is ${content.what}; ${content.remedy}`)
  else if (content.is === 'assignment' && !isFollowList(content, graph)) fault(name, ARCHIVE_FILE)
  else if (content.is === 'json' || content.is === 'assignment') {
    for await (const { values, isEndMissing } of jsonValuesOf(content, graph)) {
      yield { name, values }
      if (isEndMissing) fault(name, TRUNCATED)
    }
  } else if (content.is === 'table') {
    for await (const values of rowsOf(content, graph, table)) yield { name, values }
  }
}

/** True for the followers or friends in an archive, if the options name the user of the list. */
function isFollowList({ variable }: Content & { is: 'assignment' }, { list }: GraphReading): boolean {
  return list !== undefined && FOLLOW_VARIABLE.test(variable)
}

async function* jsonValuesOf(
  content: Content & { is: 'json' | 'assignment' },
  graph: GraphReading,
): AsyncGenerator<{ readonly values: readonly FileValue[]; readonly isEndMissing: boolean }> {
  const list = new JsonFollowList(graph)
  for await (const values of content.values) {
    const isEndMissing = values.at(-1)?.isEndMissing === true
    const whole = values.filter((value) => value.isEndMissing !== true)
    yield { values: whole.flatMap((value) => valuesOfJson(value, list, graph)), isEndMissing }
  }
  for (const values of list.end()) yield { values, isEndMissing: false }
}

/** A value, followed by the invalid follows of its list. The valid follows come after the last value of the file. */
function valuesOfJson(value: JsonValue, list: JsonFollowList, graph: GraphReading): readonly FileValue[] {
  const edges = list.take(value)
  if (edges === undefined) return [jsonValue(value)]
  return graph.wants === 'all' && hasUsers(value) ? [jsonValue(value), ...edges] : edges
}

const TRUNCATED = 'it is truncated: its list does not end; get the complete file and run the import again'

/**
 * The message that refuses a single file of an archive. Such a file does not show which of its items are private, and a
 * reject file would contain the beginning of the file.
 */
const ARCHIVE_FILE =
  'it is a file of a personal archive, and nothing of it was imported: give the whole archive, as a folder or zip file'

function jsonValue(value: JsonValue): FileValue {
  const { value: parsed, text, line } = value
  const isId = typeof parsed === 'number' || (typeof parsed === 'string' && /^\d{1,19}$/.test(parsed))
  return isId ? { is: 'id', line, text } : { is: 'json', ...value }
}
