/**
 * Files of academictwitteR: `data_<id>.json` has posts, and `users_<id>.json` beside it their `includes`, which are joined by the id in
 * the names (spec/data-files.md#post-objects).
 */
import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { unlessMissing } from '../../lib/files/unless-missing.ts'
import type { ValueForm } from '../items.ts'
import type { Fields } from '../json-fields.ts'
import { isV2Post, v2Answer } from '../posts/v2-object.ts'
import { VALUE_FORMS } from './index.ts'
import { faultsOf, isFields } from './list-items.ts'

/** Bytes of a file of includes, which is read whole. */
const MAX_INCLUDES_BYTES = 64 * 1024 * 1024

/** The forms of the values of a file, or of standard input, which has an empty path: posts of academictwitteR are read with their includes. */
export async function formsOfFile(path: string): Promise<readonly ValueForm[]> {
  const [, id] = /^data_(\w{1,40})\.json$/.exec(basename(path)) ?? []
  const includes = id === undefined ? undefined : await includesIn(join(dirname(path), `users_${id}.json`))
  return includes === undefined ? VALUE_FORMS : [academicPost(includes), ...VALUE_FORMS]
}

/** The includes of a file; undefined if there is none, or it is something else. */
async function includesIn(path: string): Promise<Fields | undefined> {
  const size = (await stat(path).catch(unlessMissing))?.size ?? 0
  if (size === 0 || size > MAX_INCLUDES_BYTES) return undefined
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'))
    return isFields(value) && Array.isArray(value['users']) ? value : undefined
  } catch (error) {
    // The file itself is imported too, and its faults are reported there.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function academicPost(includes: Fields): ValueForm {
  const { tweets: _, ...others } = includes
  return {
    name: 'post of academictwitteR',
    matches: isV2Post,
    items: (fields, note) => {
      const { faults = [], ...bundle } = v2Answer({ data: [fields], includes: others }, note)
      return [{ kind: 'posts', bundle }, ...faultsOf(faults)]
    },
  }
}
