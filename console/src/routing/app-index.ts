/** Redirects the URL of an app without a tab to the settings of the app. */
import { createRoute, redirect } from '@tanstack/react-router'
import { appRoute } from './parents.ts'

export const appIndexRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/apps/$appId/settings', params, replace: true })
  },
})
