import { Alert, Button, Divider, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { dataOf, plainApi } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { usePageTitle } from '../../components/use-page-title.ts'
import { hasPasskeys } from '../../session/passkeys.ts'
import { rememberSession, type Session } from '../../session/session.ts'
import { Mark } from '../../shell/Mark.tsx'
import { LINK } from '../../text/account.ts'
import { PASSKEYS } from '../../text/passkeys.ts'
import { SHELL } from '../../text/shell.ts'
import { AddPasskey } from '../account/AddPasskey.tsx'
import { ChooseUser } from '../account/ChooseUser.tsx'
import { CredentialsForm } from '../account/CredentialsForm.tsx'
import classes from '../sign-in/SignInPage.module.css'

/** The page of a one-time link. After the sign-in, a new console user chooses a network user and a password. */
export function LinkPage() {
  const [token] = useState(() => window.location.hash.slice(1))
  const [session, setSession] = useState<Session>()
  const router = useRouter()
  usePageTitle(LINK.title)
  useEffect(() => {
    // Removes the token from the history of the browser.
    if (window.location.hash !== '') router.history.replace('/console/link')
  }, [router])
  const toOverview = () => void router.navigate({ to: '/', replace: true })
  const proceed = (next: Session) => {
    rememberSession(next)
    if (next.user.has_password && next.network_user !== null) toOverview()
    else setSession(next)
  }
  if (session === undefined) {
    return (
      <Frame heading={LINK.heading}>
        <LinkSignIn token={token} onSignedIn={proceed} />
      </Frame>
    )
  }
  if (session.network_user === null) {
    return (
      <Frame heading={LINK.userHeading} explanation={LINK.userExplanation}>
        <ChooseUser onChosen={proceed} />
      </Frame>
    )
  }
  return (
    <Frame heading={LINK.credentialsHeading} explanation={LINK.credentialsExplanation}>
      <CredentialsForm session={session} onSaved={toOverview} />
      <PasskeyInstead session={session} onAdded={toOverview} />
      <Button variant="subtle" onClick={toOverview}>
        {LINK.later}
      </Button>
    </Frame>
  )
}

interface FrameProps {
  readonly heading: string
  readonly explanation?: string
  readonly children: ReactNode
}

function Frame({ heading, explanation, children }: FrameProps) {
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
          {heading}
        </Title>
        <Stack gap="md">
          {explanation !== undefined && <Text>{explanation}</Text>}
          {children}
        </Stack>
      </Paper>
    </main>
  )
}

interface PasskeyInsteadProps {
  readonly session: Session
  readonly onAdded: () => void
}

function PasskeyInstead({ session, onAdded }: PasskeyInsteadProps) {
  const [isAdding, setAdding] = useState(false)
  if (!hasPasskeys()) return null
  return (
    <>
      <Divider label={PASSKEYS.or} />
      <Button
        variant="default"
        leftSection={<IconFingerprint size={18} aria-hidden />}
        onClick={() => setAdding(true)}
      >
        {PASSKEYS.addInstead}
      </Button>
      <AddPasskey session={session} opened={isAdding} onClose={() => setAdding(false)} onAdded={onAdded} />
    </>
  )
}

interface LinkSignInProps {
  readonly token: string
  readonly onSignedIn: (session: Session) => void
}

/** Signs in only after a click. Otherwise, programs that preview links would use the link, which works once. */
function LinkSignIn({ token, onSignedIn }: LinkSignInProps) {
  const signIn = useMutation({
    mutationFn: () => dataOf(plainApi.POST('/console/api/session/link', { body: { token } })),
    meta: { isShownInForm: true },
    onSuccess: onSignedIn,
  })
  if (token === '') return <Alert color="yellow">{LINK.missing}</Alert>
  return (
    <>
      <Text>{LINK.explanation}</Text>
      {signIn.error !== null && (
        <Alert color="red" role="alert" p="sm">
          {asProblem(signIn.error).message}
        </Alert>
      )}
      <Button onClick={() => signIn.mutate()} loading={signIn.isPending} fullWidth data-autofocus>
        {LINK.signIn}
      </Button>
    </>
  )
}
