/**
 * Defines the kinds of parameters. A kind parses text into a typed value, and has a schema for the OpenAPI document.
 * Ids and cursors are digits in requests and `bigint` values in the program. A boolean is true for `true`, `t` and `1`
 * (spec/followers.md#booleans).
 */

import { type TSchema, Type } from 'typebox'
import { ExpectedError } from '../lib/expected-error.ts'
import { LARGEST_ID } from '../lib/ids/largest-id.ts'
import type { Sent } from './form.ts'

/** One kind of parameter. */
export interface Param<T> {
  /** Schema for the OpenAPI document. */
  readonly schema: TSchema
  /** True to refuse an empty value; by default an empty value counts as missing. */
  readonly refusesEmpty?: true
  /**
   * Parses a value; `text` is undefined when the parameter was not sent. The result for undefined must be constant and
   * immutable, because all requests without the parameter share this result.
   * @throws {BadParameter}
   */
  parse(text: string | undefined, name: string): T
}

export type ParamSpec = Readonly<Record<string, Param<unknown>>>

export type ParamValues<Spec extends ParamSpec> = {
  readonly [Name in keyof Spec]: Spec[Name] extends Param<infer T> ? T : never
}

/** Error for an invalid parameter value; each family has its own message for this error. */
export class BadParameter extends ExpectedError {
  override readonly name = 'BadParameter'
  readonly parameter: string
  readonly value: string
  /** The pattern that the value must match, if the parameter has a pattern. */
  readonly pattern: string | undefined

  constructor(parameter: string, value: string, pattern?: string) {
    super(`${parameter} is not one of the values that it takes`)
    this.parameter = parameter
    this.value = value
    this.pattern = pattern
  }
}

/** Parses the parameters of `spec`; the first value of a repeated name counts. @throws {BadParameter} */
export function parseParams<Spec extends ParamSpec>(spec: Spec, sent: Sent): ParamValues<Spec> {
  const { entries, unsent } = planOf(spec)
  const values = { ...unsent }
  for (const { name, param, isRequired } of entries) {
    const text = sent.get(name)?.[0]
    if (text === undefined && !isRequired) continue
    if (text === '' && param.refusesEmpty === true) throw new BadParameter(name, text)
    values[name] = param.parse(text === '' ? undefined : text, name)
  }
  return values as ParamValues<Spec>
}

/** Facts about a set of parameters, computed once for all requests. Most requests send only few of the parameters. */
interface ParamPlan {
  readonly entries: readonly PlannedParam[]
  /** For each parameter, the value that applies when the client does not send it. */
  readonly unsent: Readonly<Record<string, unknown>>
}

interface PlannedParam {
  readonly name: string
  readonly param: Param<unknown>
  readonly isRequired: boolean
}

const PLANS = new WeakMap<ParamSpec, ParamPlan>()

function planOf(spec: ParamSpec): ParamPlan {
  let plan = PLANS.get(spec)
  if (plan === undefined) {
    plan = makePlan(spec)
    PLANS.set(spec, plan)
  }
  return plan
}

function makePlan(spec: ParamSpec): ParamPlan {
  const entries = Object.entries(spec).map(([name, param]) => ({ name, param, ...valueUnsent(name, param) }))
  // The object is built with Object.fromEntries. V8 takes ten times as long to copy an object that was built property
  // by property.
  return { entries, unsent: Object.fromEntries(entries.map(({ name, value }) => [name, value])) }
}

function valueUnsent(name: string, param: Param<unknown>): { isRequired: boolean; value: unknown } {
  try {
    return { isRequired: false, value: param.parse(undefined, name) }
  } catch {
    // A parameter is required if its parser refuses undefined.
    return { isRequired: true, value: undefined }
  }
}

/** 19 digits are enough for every signed 64-bit number. The limit prevents BigInt from parsing very long texts. */
const ID = /^[0-9]{1,19}$/
const CURSOR = /^-?[0-9]{1,19}$/

function integerOf(text: string, name: string, pattern: RegExp, min: bigint, max: bigint): bigint {
  // API v1.1 accepts a plus sign before the digits.
  const digits = text.startsWith('+') ? text.slice(1) : text
  if (!pattern.test(digits)) throw new BadParameter(name, text, pattern.source)
  const value = BigInt(digits)
  if (value < min || value > max) throw new BadParameter(name, text)
  return value
}

/** A 64-bit id; undefined when the parameter was not sent. */
export function optionalId(description: string): Param<bigint | undefined> {
  return {
    schema: Type.Optional(Type.String({ pattern: ID.source, description })),
    parse: (text, name) => (text === undefined ? undefined : integerOf(text, name, ID, 0n, LARGEST_ID)),
  }
}

/** Text; undefined when the parameter was not sent. */
export function optionalText(description: string): Param<string | undefined> {
  return {
    schema: Type.Optional(Type.String({ description })),
    parse: (text) => text,
  }
}

/** A cursor (spec/followers.md#cursors): any signed 64-bit integer; -1 when the parameter was not sent. */
export function cursor(): Param<bigint> {
  return {
    schema: Type.Optional(
      Type.String({ pattern: CURSOR.source, default: '-1', description: 'The page; -1 is the first.' }),
    ),
    parse: (text, name) =>
      text === undefined ? -1n : integerOf(text, name, CURSOR, -LARGEST_ID - 1n, LARGEST_ID),
  }
}

/** `true`, `t` and `1` in upper or lower case are true. All other values are false. */
export function boolean(options: {
  readonly default: boolean
  readonly description: string
}): Param<boolean> {
  return {
    schema: Type.Optional(Type.Boolean(options)),
    parse: (text) => (text === undefined ? options.default : isTrue(text)),
  }
}

/** Like {@link boolean}; undefined when the parameter was not sent. */
export function optionalBoolean(description: string): Param<boolean | undefined> {
  return {
    schema: Type.Optional(Type.Boolean({ description })),
    parse: (text) => (text === undefined ? undefined : isTrue(text)),
  }
}

function isTrue(text: string): boolean {
  return /^(true|t|1)$/i.test(text)
}

/**
 * A page size. A value above `max` becomes `max`. An absent, zero, negative or invalid value becomes `default`, because
 * clients expect no error (spec/followers.md#count).
 */
export function count(options: { readonly default: number; readonly max: number }): Param<number> {
  return {
    schema: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: options.max,
        default: options.default,
        description: 'The maximum number of items on a page.',
      }),
    ),
    parse: (text) => {
      if (text === undefined || !/^\d{1,15}$/.test(text)) return options.default
      const asked = Number(text)
      return asked === 0 ? options.default : Math.min(asked, options.max)
    },
  }
}
