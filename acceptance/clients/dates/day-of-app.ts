/** Calls that clients make on several days of the API (docs/spec/versioning.md#day-of-a-request). */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { ClientError, type ClientProcess } from '../support/client-process.ts'
import type { Network } from '../support/network.ts'
import type { Stage } from '../support/stage.ts'

/**
 * The days differ in the case of header names, the limit of 140 characters, legacy messages, API v2, Labs and
 * the available paths.
 */
export const DAYS = ['2017-03-01', '2018-09-01', '2020-08-12', '2020-10-13', 'latest'] as const

export type Day = (typeof DAYS)[number]

export interface DatedCall {
  /** Title of the call, unique for a client. */
  readonly call: string
  /**
   * Requests to the driver, in order. The test checks the result of the last request.
   * @param day makes texts unique
   */
  readonly requests: (network: Network, day: Day) => readonly object[]
  /** A short text for a result. */
  readonly sees: (value: unknown) => string
  /**
   * The results in the order of {@link DAYS}. Each result is the short form, or the error as the client
   * reports it.
   */
  readonly results: readonly [string, string, string, string, string]
}

/** @param date a day, or `latest` */
export async function chooseDay({ place, server, network }: Stage, date: string): Promise<void> {
  const token = (await readFile(join(place.data, 'test.token'), 'utf8')).trim()
  const response = await fetch(`${server.opsUrl}/test/apps/${network.app.consumer_key}/date`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ date }),
  })
  assert.equal(response.status, 200, await response.text())
}

export interface DatedClient {
  readonly name: string
  readonly process: ClientProcess
  readonly calls: readonly DatedCall[]
  /** A short form of an error, such as its status with its code or title. */
  readonly failureOf: (error: ClientError) => string
}

/** Makes the calls of all clients on every day, a subtest for each client and day. */
export async function runOnDays(
  t: TestContext,
  stage: Stage,
  clients: readonly DatedClient[],
): Promise<void> {
  for (const [index, day] of DAYS.entries()) {
    await chooseDay(stage, day)
    for (const { name, process, calls, failureOf } of clients) {
      await t.test(`${name} on ${day}`, async () => {
        const results: Record<string, string> = {}
        for (const { call, requests, sees } of calls) {
          results[call] = await resultOf(process, requests(stage.network, day), sees, failureOf)
        }
        assert.deepEqual(results, Object.fromEntries(calls.map((each) => [each.call, each.results[index]])))
      })
    }
  }
}

async function resultOf(
  process: ClientProcess,
  requests: readonly object[],
  sees: DatedCall['sees'],
  failureOf: DatedClient['failureOf'],
): Promise<string> {
  try {
    let value: unknown
    for (const request of requests) value = await process.request(request)
    return sees(value)
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    return failureOf(error)
  }
}

/** A text that is longer than 140 characters and shorter than 280. */
export function longText(start: string): string {
  return `${start} ${'word '.repeat(40)}`.trim()
}
