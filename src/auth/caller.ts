/** Who calls. */
import type { User } from '../domain/accounts/user.ts'
import type { App, Permissions } from '../domain/apps/app.ts'
import type { CallerFacts } from '../http/endpoint.ts'

export type Caller = CallerFacts & (UserCaller | AppCaller | NobodyCaller)

/** A user's OAuth 1.0a signature. */
interface UserCaller {
  readonly kind: 'user'
  readonly app: App
  readonly user: User
  /** The level that the token was issued with. */
  readonly permissions: Permissions
  readonly token: string
}

/** An app's bearer token. */
interface AppCaller {
  readonly kind: 'app'
  readonly app: App
}

interface NobodyCaller {
  readonly kind: 'none'
}

/** The caller that a live bearer token stands for. */
export function appCaller(app: App): Caller {
  return { kind: 'app', app, windowKey: `app:${app.id}`, appKey: `app:${app.id}`, accessLevel: 'read' }
}
