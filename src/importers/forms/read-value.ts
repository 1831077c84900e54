/** Reads a JSON value of a file with the reader of its form (spec/file-recognition.md#classes-of-json-values). */
import { DigitsLost, type ReportFault } from '../../lib/repair.ts'
import type { ImportItem, ValueForm } from '../items.ts'
import { exactFieldsOf, type Fields, fieldsOf, InvalidItem, objectOf } from '../json-fields.ts'
import { LineRepairs } from '../repairs.ts'
import { hasExtendedJson, withoutExtendedJson, withoutShellSyntax } from './extended-json.ts'

/** A value with its form. */
export interface ReadValue {
  readonly form: ValueForm
  readonly items: readonly ImportItem[]
}

/**
 * The items of a value. Numbers beyond 2^53 keep all digits.
 * @param forms all forms, in the order of recognition
 * @param note called for each repaired or dropped part, unless the value is rejected
 * @param parsed the parsed value, if the caller has already parsed the text
 * @param completed adds fields that the file does not contain
 * @throws {InvalidItem} with the reason of rejection
 */
export function readValue(
  forms: readonly ValueForm[],
  json: string,
  note: ReportFault,
  parsed?: unknown,
  completed: (fields: Fields) => Fields = (fields) => fields,
): ReadValue {
  const fields = completed(recordedFields(json, parsed === undefined ? fieldsOf : () => objectOf(parsed)))
  const form = formOf(forms, fields)
  const repairs = new LineRepairs()
  try {
    const items = form.items(fields, repairs.note)
    repairs.reportTo(note)
    return { form, items }
  } catch (error) {
    if (!(error instanceof DigitsLost)) throw error
  }
  // The first reading has found the form. The form might not match now, because ids that were numbers are now texts.
  const exact = new LineRepairs()
  const items = form.items(completed(recordedFields(json, exactFieldsOf)), exact.note)
  exact.reportTo(note)
  return { form, items }
}

/**
 * The form of a value.
 * @param parsed the parsed value, if the caller has already parsed the text
 * @throws {InvalidItem}
 */
export function formOfText(forms: readonly ValueForm[], json: string, parsed?: unknown): ValueForm {
  return formOf(forms, recordedFields(json, parsed === undefined ? fieldsOf : () => objectOf(parsed)))
}

/** The first form that matches the fields. @throws {InvalidItem} when none matches */
export function formOf(forms: readonly ValueForm[], fields: Fields): ValueForm {
  const form = forms.find((one) => one.matches(fields))
  if (form !== undefined) return form
  const names = Object.keys(fields)
  if (names.length === 0) throw new InvalidItem('an empty object')
  if ('user' in fields || 'created_at' in fields) throw new InvalidItem('there is no text')
  const list = names.find((name) => isListOfObjects(fields[name]) && /^\w{1,60}$/.test(name))
  const remedy = list === undefined ? '' : `; if the objects in ${list} are posts: jq -c '.${list}[]' FILE`
  throw new InvalidItem(
    `no known form of object: its fields are ${JSON.stringify(names).slice(0, 100)}${remedy}`,
  )
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === 'object' && value[0] !== null
}

function recordedFields(json: string, parse: (json: string) => Fields): Fields {
  const fields = parsedFields(json, parse)
  return hasExtendedJson(json) || fields['_id'] !== undefined ? withoutExtendedJson(fields) : fields
}

function parsedFields(json: string, parse: (json: string) => Fields): Fields {
  try {
    return parse(json)
  } catch (error) {
    if (!(error instanceof InvalidItem)) throw error
    const plain = withoutShellSyntax(json)
    if (plain === json) throw error
    return withoutExtendedJson(parse(plain))
  }
}
