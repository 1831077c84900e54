/**
 * Defines the roles of a node (server process): the kinds of work that the node does (docs/decisions/0152-roles.md).
 */

/**
 *   api       responds to requests for endpoints and pages
 *   streams   sends endless streams
 *   webhooks  delivers webhooks
 *   jobs      does timed work, indexes posts for searches, and publishes the log to the relay
 */
export const ROLES = ['api', 'streams', 'webhooks', 'jobs'] as const

export type Role = (typeof ROLES)[number]

/** Names of roles in a fixed order, separated by commas, in the form of the setting `roles`. */
export function roleNames(roles: readonly Role[]): string {
  return ROLES.filter((role) => roles.includes(role)).join(',')
}

/** Parses a text of {@link roleNames}. Names that this version does not know are ignored. */
export function rolesIn(text: string): readonly Role[] {
  const names = text.split(',')
  return ROLES.filter((role) => names.includes(role))
}
