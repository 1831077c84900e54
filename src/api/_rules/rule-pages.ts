/** Pages of rules in API v2 (spec/rules.md#list). */
import { Type } from 'typebox'
import type { Rule } from '../../domain/rules/rule.ts'
import type { Param } from '../../http/params.ts'
import { refuseValue } from '../_post-stream/params.ts'

const MAX_RULES = 1_000

const TOKEN_LENGTH = 16
const BASE = 36
const TOKEN = /^[0-9A-Z]{16}$/

const COUNT: Param<number> = {
  schema: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_RULES, default: MAX_RULES })),
  parse(text, name) {
    if (text === undefined) return MAX_RULES
    const count = /^[0-9]{1,4}$/.test(text) ? Number(text) : 0
    return count >= 1 && count <= MAX_RULES
      ? count
      : refuseValue(name, text, `is not between 1 and ${MAX_RULES}`)
  },
}

/** The parameter for the id of the last rule of the previous page. */
const AFTER: Param<bigint | undefined> = {
  schema: Type.Optional(Type.String({ pattern: TOKEN.source, description: 'A `next_token`.' })),
  refusesEmpty: true,
  parse(text, name) {
    if (text === undefined) return undefined
    if (!TOKEN.test(text)) return refuseValue(name, text, 'is not valid')
    let id = 0n
    for (const digit of text) id = id * BigInt(BASE) + BigInt(Number.parseInt(digit, BASE))
    return id
  },
}

export const RULE_PAGE_PARAMS = { max_results: COUNT, pagination_token: AFTER } as const

interface RulePage {
  readonly max_results?: number
  readonly pagination_token?: bigint | undefined
}

/** The rules of a page, and the metadata of the page. @param rules all rules, in the order of their ids */
export function pageOfRules(
  rules: readonly Rule[],
  { max_results: count = MAX_RULES, pagination_token: after }: RulePage,
): { readonly shown: readonly Rule[]; readonly meta: object } {
  const rest = after === undefined ? rules : rules.filter(({ id }) => id > after)
  const shown = rest.slice(0, count)
  const last = shown.at(-1)
  const hasMore = last !== undefined && rest.length > shown.length
  return {
    shown,
    meta: { result_count: shown.length, ...(hasMore ? { next_token: tokenOf(last.id) } : {}) },
  }
}

function tokenOf(id: bigint): string {
  return id.toString(BASE).toUpperCase().padStart(TOKEN_LENGTH, '0')
}
