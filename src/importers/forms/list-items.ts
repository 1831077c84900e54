/** Reads the elements of a page; each element has its own form. An invalid element does not affect other elements. */
import type { ReportFault } from '../../lib/repair.ts'
import type { ImportItem, ValueForm } from '../items.ts'
import { type Fields, InvalidItem } from '../json-fields.ts'
import { formOf } from './read-value.ts'

/** Name in reports for elements of a page that are null. */
const GONE = 'posts that the service no longer had'

/**
 * The items of all elements. One further item has the number of nulls. Another item has no posts, only the reasons why
 * elements are invalid.
 * @throws {DigitsLost}
 */
export function itemsOfList(
  list: readonly unknown[],
  forms: readonly ValueForm[],
  note: ReportFault,
): readonly ImportItem[] {
  const items: ImportItem[] = []
  const faults: string[] = []
  let gone = 0
  for (const element of list) {
    if (element === null) gone += 1
    else collect(faults, items, () => itemsOf(element, forms, note))
  }
  return [...items, ...countOf('counted', GONE, gone), ...faultsOf(faults)]
}

function itemsOf(element: unknown, forms: readonly ValueForm[], note: ReportFault): readonly ImportItem[] {
  if (!isFields(element)) throw new InvalidItem('a list holds something that is no object')
  return formOf(forms, element).items(element, note)
}

function collect(faults: string[], items: ImportItem[], read: () => readonly ImportItem[]): void {
  try {
    items.push(...read())
  } catch (error) {
    if (!(error instanceof InvalidItem)) throw error
    faults.push(error.message)
  }
}

/** An item that has only faults; no item if there are no faults. */
export function faultsOf(faults: readonly string[]): readonly ImportItem[] {
  return faults.length === 0 ? [] : [{ kind: 'posts', bundle: { posts: [], referenced: [], faults } }]
}

/** A count as an item; no item if the count is 0. */
export function countOf(
  kind: 'not-kept' | 'held-back' | 'counted',
  name: string,
  count: number,
): readonly ImportItem[] {
  return count === 0 ? [] : [{ kind, name, count }]
}

/** True for an object that is not a list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
