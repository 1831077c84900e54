/** Many ids as one parameter, so that a query has one text for any number of them. */
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Engine } from './query.ts'

/** The value of a parameter that {@link idsOf} takes. */
export function idList(ids: readonly bigint[]): string {
  return `[${ids.join(',')}]`
}

/** A table of one column, `id`, to select from. @param list the parameter: a text of {@link idList} */
export function idsOf(list: Expression<string>, engine: Engine): RawBuilder<{ id: bigint }> {
  return engine === 'sqlite'
    ? sql`(select value as id from json_each(${list}))`
    : sql`(select cast(value as bigint) as id from json_array_elements_text(${list}::text::json))`
}

/** The value of a parameter that {@link textsOf} takes. */
export function textList(texts: readonly string[]): string {
  return JSON.stringify(texts)
}

/** As {@link idsOf}, of texts; the column is `text`. */
export function textsOf(list: Expression<string>, engine: Engine): RawBuilder<{ text: string }> {
  return engine === 'sqlite'
    ? sql`(select value as text from json_each(${list}))`
    : sql`(select value as text from json_array_elements_text(${list}::text::json))`
}
