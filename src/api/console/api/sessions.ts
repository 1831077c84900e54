/** /console/api/sessions: lists the sessions of the caller, and ends all of them (spec/console.md#console-accounts). */
import { Type } from 'typebox'
import { forgetConsoleSession } from '../../../auth/console-session.ts'
import { endAllConsoleSessions, listConsoleSessions } from '../../../domain/console/sessions.ts'
import { consoleEndpoint, DONE, doneAnswer, jsonAnswer } from '../_family.ts'

const SESSIONS = Type.Object({
  sessions: Type.Array(
    Type.Object({
      browser: Type.String({ description: 'The `user-agent` of the browser.' }),
      address: Type.String({ description: 'The address of the client that signed in.' }),
      created_at: Type.String({ description: 'ISO 8601.' }),
      seen_at: Type.String({ description: 'Time of the last use, up to five minutes late; ISO 8601.' }),
      is_current: Type.Boolean(),
    }),
  ),
})

export const listSessions = consoleEndpoint({
  paths: ['/console/api/sessions'],
  summary: 'The live sessions of the caller, newest first.',
  params: {},
  answers: [{ schema: SESSIONS }],
  async handle({ caller, services }) {
    const sessions = await listConsoleSessions(services, caller.consoleUserId)
    return jsonAnswer({
      sessions: sessions.map(({ hash, browser, address, createdAt, seenAt }) => ({
        browser,
        address,
        created_at: new Date(createdAt).toISOString(),
        seen_at: new Date(seenAt).toISOString(),
        is_current: hash === caller.sessionHash,
      })),
    })
  },
})

export const deleteSessions = consoleEndpoint({
  method: 'DELETE',
  paths: ['/console/api/sessions'],
  summary: 'Signs out everywhere: ends all sessions of the caller, including this one.',
  params: {},
  answers: [DONE],
  async handle({ caller, services, outer }) {
    const ended = await endAllConsoleSessions(services, caller.consoleUserId)
    for (const hash of ended) services.eventReaders.endAll(hash)
    return doneAnswer(forgetConsoleSession(outer.scheme))
  },
})
