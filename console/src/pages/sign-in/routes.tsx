import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../routing/parents.ts'

export const signInRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: 'sign-in',
    // `from` is the page to return to after the sign-in, without the base path.
    validateSearch: ({ from }: Record<string, unknown>): { from?: string } =>
      typeof from === 'string' && /^\/(?!\/)/.test(from) ? { from } : {},
    component: lazyRouteComponent(() => import('./SignInPage.tsx'), 'SignInPage'),
  }),
]
