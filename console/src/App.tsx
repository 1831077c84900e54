import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './base.css'
import './boot.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { queryClient } from './api/query-client.ts'
import { styleNonce } from './nonce.ts'
import { router } from './router.tsx'
import { SessionEnded } from './session/SessionEnded.tsx'
import { colorSchemeManager, cssVariables, theme } from './theme.ts'

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <Notifications position="bottom-right" />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <SessionEnded />
      </QueryClientProvider>
    </MantineProvider>
  )
}
