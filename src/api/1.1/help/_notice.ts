/** Declares the endpoints for the operator's texts that clients show to users (spec/v1-streams-and-lists.md#help). */
import { Type } from 'typebox'
import { v11Endpoint } from '../_family.ts'

/** Titles of the schemas. */
const TITLES = { tos: 'TermsOfService', privacy: 'PrivacyPolicy' } as const

/** Declares an endpoint that returns one text. @param name the member of the response, and the end of the path */
export function noticeEndpoint<Name extends 'tos' | 'privacy'>(name: Name, summary: string, text: string) {
  return v11Endpoint({
    paths: [`/1.1/help/${name}.json`],
    summary,
    params: {},
    answers: [{ schema: Type.Object({ [name]: Type.String() }, { title: TITLES[name] }) }],
    async handle() {
      return { status: 200, body: JSON.stringify({ [name]: text }) }
    },
  })
}
