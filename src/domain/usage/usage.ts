/** Posts that apps were sent, by app, project, product and day, and what is left of their months. */
import { bulk } from '../../db/bulk.ts'
import { query } from '../../db/query.ts'
import type { Reader, Store } from '../../db/store.ts'
import { demandApp } from '../apps/app.ts'
import { findProjectOfApp } from '../apps/projects.ts'
import { monthOf, type Period } from './period.ts'

/**
 * What is counted by itself: the Labs v1 stream and the Labs v2 search per app; the stream and the search of the
 * second generation together, per project (spec/labs-filtered-stream.md section 3).
 */
export const USAGE_PRODUCTS = ['labs-1-stream', 'labs-2-search', '2'] as const
export type UsageProduct = (typeof USAGE_PRODUCTS)[number]

/** Posts of a month [S]. */
export const MONTHLY_CAP = 500_000

/** To whom posts are counted. */
export interface UsageAccount {
  readonly appId: bigint
  readonly projectId: bigint | undefined
  readonly product: UsageProduct
  /** When its months began to be counted: when the app, or the project, was made. Milliseconds since the Unix epoch. */
  readonly since: number
}

/** Posts to be counted. */
export interface UsageShare {
  readonly account: UsageAccount
  /** When they were sent, in days since the Unix epoch. */
  readonly day: number
  readonly posts: number
}

/** The account of an app. @throws {Refusal} `app-not-found` */
export async function usageAccountOf(
  reader: Reader,
  appId: bigint,
  product: UsageProduct,
): Promise<UsageAccount> {
  const app = await demandApp(reader, appId)
  const project = await findProjectOfApp(reader, appId)
  const isOfProject = product === '2' && project !== undefined
  return {
    appId,
    projectId: project?.id,
    product,
    since: isOfProject ? project.createdAt : app.createdAt,
  }
}

/** Adds to what is counted; several processes may. */
export async function addUsage(store: Store, shares: readonly UsageShare[]): Promise<void> {
  // Always in one order, so that two processes never wait for each other.
  const rows = shares
    .filter(({ posts }) => posts > 0)
    .toSorted((a, b) => (keyOf(a.account) < keyOf(b.account) ? -1 : 1))
    .map(({ account: { appId, projectId = NO_PROJECT, product }, day, posts }) => [
      appId,
      projectId,
      product,
      day,
      posts,
    ])
  // No event: figures follow from what was sent, and nothing follows from them.
  if (rows.length > 0) await store.write((tx) => upsertUsage(tx, rows))
}

/** Names what is capped together: an app, or a project. */
export function keyOf({ appId, projectId, product }: UsageAccount): string {
  return product === '2' && projectId !== undefined
    ? `${product} project ${projectId}`
    : `${product} app ${appId}`
}

/** Posts that were counted to the account in the days of a period, with those of the other apps of its project. */
export async function usageIn(
  reader: Reader,
  { appId, projectId, product }: UsageAccount,
  { from, until }: Period,
): Promise<number> {
  const days = { product, from, until }
  const row =
    product === '2' && projectId !== undefined
      ? await reader.first(usageOfProject, { ...days, projectId })
      : await reader.first(usageOfApp, { ...days, appId })
  return Number(row?.posts ?? 0)
}

/** Posts that were counted to the account in its present month. @param now milliseconds since the Unix epoch */
export function usageThisMonth(reader: Reader, account: UsageAccount, now: number): Promise<number> {
  return usageIn(reader, account, monthOf(account.since, now))
}

/** Of an app alone, what it was sent each day of a period, the first day first; days without anything are not there. */
export async function usageByDay(
  reader: Reader,
  appId: bigint,
  product: UsageProduct,
  { from, until }: Period,
): Promise<readonly { readonly day: number; readonly posts: number }[]> {
  const rows = await reader.rows(usageDaysOfApp, { appId, product, from, until })
  return rows.map(({ day, posts }) => ({ day, posts: Number(posts) }))
}

const NO_PROJECT = 0n

const upsertUsage = bulk(
  { app_id: 'integer', project_id: 'integer', product: 'text', day: 'integer', posts: 'integer' },
  (k, rows) =>
    k
      .insertInto('usage_days')
      .columns(['app_id', 'project_id', 'product', 'day', 'posts'])
      .expression(rows)
      .onConflict((conflict) =>
        conflict.columns(['app_id', 'product', 'day', 'project_id']).doUpdateSet((eb) => ({
          posts: eb('usage_days.posts', '+', eb.ref('excluded.posts')),
        })),
      ),
)

interface Days {
  product: string
  from: number
  until: number
}

const usageOfApp = query<Days & { appId: bigint }>()((k, p) =>
  k
    .selectFrom('usage_days')
    .select((eb) => eb.fn.sum<number | string>('posts').as('posts'))
    .where('app_id', '=', p('appId'))
    .where('product', '=', p('product'))
    .where('day', '>=', p('from'))
    .where('day', '<', p('until')),
)

// Uses the index usage_days_project.
const usageOfProject = query<Days & { projectId: bigint }>()((k, p) =>
  k
    .selectFrom('usage_days')
    .select((eb) => eb.fn.sum<number | string>('posts').as('posts'))
    .where('project_id', '=', p('projectId'))
    .where('product', '=', p('product'))
    .where('day', '>=', p('from'))
    .where('day', '<', p('until')),
)

const usageDaysOfApp = query<Days & { appId: bigint }>()((k, p) =>
  k
    .selectFrom('usage_days')
    .select((eb) => ['day' as const, eb.fn.sum<number | string>('posts').as('posts')])
    .where('app_id', '=', p('appId'))
    .where('product', '=', p('product'))
    .where('day', '>=', p('from'))
    .where('day', '<', p('until'))
    .groupBy('day')
    .orderBy('day')
    .limit(400),
)
