/**
 * Checks that the published types of seed files and fault plans are equal to the types of their schemas. The compiler
 * does this check.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type * as plan from '../faults/plan.ts'
import type * as writtenPlan from '../faults/written.ts'
import type * as schema from './seed-schema.ts'
import type * as writtenSeed from './written.ts'

type Plain = bigint | string | number | boolean | null | undefined

/**
 * Makes all members of a type required, because a comparison of assignability does not notice a missing optional
 * member.
 */
type Complete<T> = T extends Plain
  ? T
  : T extends readonly (infer Item)[]
    ? Complete<Item>[]
    : { [Key in keyof T]-?: Complete<Exclude<T[Key], undefined>> }

type IsSame<A, B> = [Complete<A>, Complete<B>] extends [Complete<B>, Complete<A>]
  ? [A, B] extends [B, A]
    ? true
    : false
  : false

test('the published types of seed files and of fault plans are equal to the types of their schemas', () => {
  const same: readonly [
    IsSame<writtenSeed.Seed, schema.Seed>,
    IsSame<writtenPlan.RequestActions, plan.RequestActions>,
    IsSame<writtenPlan.StreamActions, plan.StreamActions>,
    IsSame<writtenPlan.WebhookActions, plan.WebhookActions>,
    IsSame<writtenPlan.WrittenFault, plan.WrittenFault>,
    // The comparison notices a missing optional member.
    IsSame<{ a: 1 }, { a: 1; b?: 2 }>,
  ] = [true, true, true, true, true, false]
  assert.equal(same.length, 6)
})
