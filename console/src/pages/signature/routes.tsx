import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../routing/parents.ts'

export const signatureRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'signature',
    validateSearch: ({ selected }: Record<string, unknown>): { readonly selected?: string } =>
      typeof selected === 'string' || typeof selected === 'number' ? { selected: String(selected) } : {},
    component: lazyRouteComponent(() => import('./SignaturePage.tsx'), 'SignaturePage'),
  }),
]
