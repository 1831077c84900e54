/** Passes many ids as one parameter, so that the query text does not depend on their number. */
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Engine } from './query.ts'

/** Value of the parameter `list` of {@link idsOf}. */
export function idList(ids: readonly bigint[]): string {
  return `[${ids.join(',')}]`
}

/** A table with the column `id`. @param list parameter with a text of {@link idList} */
export function idsOf(list: Expression<string>, engine: Engine): RawBuilder<{ id: bigint }> {
  return engine === 'sqlite'
    ? sql`(select value as id from json_each(${list}))`
    : sql`(select cast(value as bigint) as id from json_array_elements_text(${list}::text::json))`
}

/** Value of the parameter `list` of {@link textsOf}. */
export function textList(texts: readonly string[]): string {
  return JSON.stringify(texts)
}

/** Like {@link idsOf}, for texts; the column is `text`. */
export function textsOf(list: Expression<string>, engine: Engine): RawBuilder<{ text: string }> {
  return engine === 'sqlite'
    ? sql`(select value as text from json_each(${list}))`
    : sql`(select value as text from json_array_elements_text(${list}::text::json))`
}
