/** All routes. The routes and pages of a subject are in the folder of the subject. This file only lists the routes. */
import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router'
import { accountRoutes } from './pages/account/routes.tsx'
import { appsRoutes } from './pages/apps/routes.tsx'
import { complianceRoutes } from './pages/compliance/routes.tsx'
import { keysRoutes } from './pages/keys/routes.tsx'
import { linkRoutes } from './pages/link/routes.tsx'
import { liveRoutes } from './pages/live/routes.tsx'
import { oauth2Routes } from './pages/oauth2/routes.tsx'
import { operatorRoutes } from './pages/operator/routes.tsx'
import { overviewRoutes } from './pages/overview/routes.tsx'
import { referenceRoutes } from './pages/reference/routes.tsx'
import { requestsRoutes } from './pages/requests/routes.tsx'
import { rulesRoutes } from './pages/rules/routes.tsx'
import { settingsRoutes } from './pages/settings/routes.tsx'
import { signInRoutes } from './pages/sign-in/routes.tsx'
import { signatureRoutes } from './pages/signature/routes.tsx'
import { usageRoutes } from './pages/usage/routes.tsx'
import { usersRoutes } from './pages/users/routes.tsx'
import { webhooksRoutes } from './pages/webhooks/routes.tsx'
import { appIndexRoute } from './routing/app-index.ts'
import { appRoute, operatorRoute, rootRoute, shellRoute } from './routing/parents.ts'

const routeTree = rootRoute.addChildren([
  ...linkRoutes,
  ...signInRoutes,
  shellRoute.addChildren([
    ...accountRoutes,
    ...appsRoutes,
    ...complianceRoutes,
    operatorRoute.addChildren(operatorRoutes),
    ...overviewRoutes,
    ...referenceRoutes,
    appRoute.addChildren([
      appIndexRoute,
      ...keysRoutes,
      ...liveRoutes,
      ...oauth2Routes,
      ...requestsRoutes,
      ...rulesRoutes,
      ...settingsRoutes,
      ...signatureRoutes,
      ...usageRoutes,
      ...usersRoutes,
      ...webhooksRoutes,
    ]),
  ]),
])

/** Digits of an id. A JavaScript number would round them. */
const ID = /^\d{16,}$/

/**
 * Parses a value of the URL as JSON.
 * @throws {Error} for an id, so that the router keeps the id as a string
 */
function parseValue(text: string): unknown {
  if (ID.test(text)) throw new Error('An id stays a text.')
  return JSON.parse(text)
}

export const router = createRouter({
  routeTree,
  parseSearch: parseSearchWith(parseValue),
  stringifySearch: stringifySearchWith(JSON.stringify, parseValue),
  basepath: '/console',
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    readonly router: typeof router
  }
}
