/** Prepares tests of lists in API v2: a server, an app, and users with lists. */
import assert from 'node:assert/strict'
import type { Engine } from '../../../src/db/query.ts'
import type { User } from '../../../src/domain/accounts/user.ts'
import type { List } from '../../../src/domain/lists/list.ts'
import type { Credentials } from '../api-client.ts'
import type { Hooks } from '../engines.ts'
import { type Answered, LookupStage } from '../v2-lookup/stage.ts'
import { type ListOptions, makeList } from './make-list.ts'

/** A user, with credentials that sign requests. */
export interface ListPerson extends User {
  readonly as: Credentials
}

export class ListStage {
  readonly lookups: LookupStage

  private constructor(lookups: LookupStage) {
    this.lookups = lookups
  }

  static async open(t: Hooks, engine: Engine): Promise<ListStage> {
    return new ListStage(await LookupStage.open(t, '2', engine))
  }

  get context() {
    return this.lookups.context
  }

  async person(input: Parameters<LookupStage['user']>[0] = {}): Promise<ListPerson> {
    const user = await this.lookups.user(input)
    return { ...user, as: await this.lookups.app.asUser(user.id) }
  }

  async people(count: number): Promise<ListPerson[]> {
    return Promise.all(Array.from({ length: count }, () => this.person()))
  }

  list(owner: User, options?: ListOptions): Promise<List> {
    this.lookups.clock.advance(1)
    return makeList(this.context, owner.id, options)
  }

  /** Sends a request to a path below `/2`. @param body body, sent as JSON */
  async send(method: string, path: string, as: Credentials, body?: unknown): Promise<Answered> {
    const url = `${this.lookups.server.url}/2${path}`
    const response = await fetch(url, {
      method,
      headers: {
        authorization: as(method, url),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
  }

  /** The error for a list that does not exist for the viewer. */
  notFound(id: bigint | string, parameter = 'id') {
    return {
      value: String(id),
      detail: `Could not find list with ${parameter}: [${id}].`,
      title: 'Not Found Error',
      resource_type: 'list',
      parameter,
      resource_id: String(id),
      type: 'https://api.twitter.com/2/problems/resource-not-found',
    }
  }

  /** The error for a list that the viewer may not see. */
  notAuthorized(id: bigint) {
    return {
      resource_id: String(id),
      parameter: 'id',
      resource_type: 'list',
      section: 'data',
      title: 'Authorization Error',
      value: String(id),
      detail: `Sorry, you are not authorized to see the List with id: [${id}].`,
      type: 'https://api.twitter.com/2/problems/not-authorized-for-resource',
    }
  }
}

/** The body of the response to a request that is forbidden. */
export function forbidden(detail: string) {
  return { title: 'Forbidden', detail, status: 403, type: 'about:blank' }
}

/** The status and the errors of the response to a body that is refused. */
export function messagesOf({ status, body }: Answered): readonly string[] {
  assert.equal(status, 400, JSON.stringify(body))
  return body.errors.map(({ message }: { message: string }) => message)
}

/** The ids of the objects on a page. */
export function idsOn({ data = [] }: { readonly data?: readonly { readonly id: string }[] }): string[] {
  return data.map(({ id }) => id)
}
