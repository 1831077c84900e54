import { Group, Paper, Text, Title } from '@mantine/core'
import { useRouter, useSearch } from '@tanstack/react-router'
import { usePageTitle } from '../../components/use-page-title.ts'
import { SignInForm } from '../../session/SignInForm.tsx'
import { rememberSession } from '../../session/session.ts'
import { Mark } from '../../shell/Mark.tsx'
import { SESSION } from '../../text/session.ts'
import { SHELL } from '../../text/shell.ts'
import classes from './SignInPage.module.css'

export function SignInPage() {
  const { from = '/' } = useSearch({ from: '/sign-in' })
  const router = useRouter()
  usePageTitle(SESSION.title)
  return (
    <main className={classes['page']}>
      <Group gap="xs" mb="lg" justify="center">
        <Mark />
        <Text fw={650} size="lg">
          {SHELL.title}
        </Text>
      </Group>
      <Paper withBorder p="lg" className={classes['card'] ?? ''}>
        <Title order={1} mb="xs">
          {SESSION.heading}
        </Title>
        <SignInForm
          explanation={SESSION.explanation}
          onSignedIn={(session) => {
            rememberSession(session)
            router.history.replace(`/console${from}`)
          }}
        />
      </Paper>
    </main>
  )
}
