/**
 * `/test/apps/:key/date` of the admin listener: the day whose API an app gets. `:key` is its consumer key or its id.
 *
 *   GET                           {"app_id": "1", "date": "2019-06-01"}; null for the day of the server
 *   PUT {"date": "2019-06-01"}    a day, live or latest; null for the day of the server
 *
 * A request may choose another day with the header `aviary-api-date`.
 */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { findApp, findAppByConsumerKey } from '../../domain/apps/app.ts'
import type { Context } from '../../domain/context.ts'
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'
import { API_DATE_FORM, isApiDate } from '../../lib/time/api-date.ts'
import type { TestControls } from '../../testing/controls.ts'

const BODY = Type.Object({ date: Type.Union([Type.String(), Type.Null()]) }, { additionalProperties: false })

const USAGE = `Send {"date": DATE}, where DATE is ${API_DATE_FORM}; null for the day of the server.`
const UNKNOWN_APP = 'No app has this consumer key or id.'

export function addAppDates(
  app: FastifyInstance,
  { dates }: Pick<TestControls, 'dates'>,
  store: Context['store'],
): void {
  const path = '/test/apps/:key/date'
  const stateOf = (appId: bigint) => ({ app_id: String(appId), date: dates.of(appId) ?? null })
  app.get<{ Params: { key: string } }>(path, async ({ params }, reply) => {
    const appId = await appIdOf(store, params.key)
    return appId === undefined ? reply.code(404).send({ error: UNKNOWN_APP }) : stateOf(appId)
  })
  app.put<{ Params: { key: string } }>(path, async ({ params, body }, reply) => {
    const appId = await appIdOf(store, params.key)
    if (appId === undefined) return reply.code(404).send({ error: UNKNOWN_APP })
    if (!Value.Check(BODY, body) || (body.date !== null && !isApiDate(body.date))) {
      return reply.code(400).send({ error: USAGE })
    }
    dates.set(appId, body.date ?? undefined)
    return stateOf(appId)
  })
}

/** A consumer key can consist of digits too. */
async function appIdOf(store: Context['store'], key: string): Promise<bigint | undefined> {
  const byKey = await findAppByConsumerKey(store, key)
  if (byKey !== undefined) return byKey.id
  if (!/^\d{1,19}$/.test(key) || BigInt(key) > LARGEST_ID) return undefined
  return (await findApp(store, BigInt(key)))?.id
}
