import { Alert, Stack, Text } from '@mantine/core'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Section } from '../../components/Section.tsx'
import { useSession } from '../../session/session.ts'
import { ACCOUNT } from '../../text/account.ts'
import { CredentialsForm } from './CredentialsForm.tsx'
import { NetworkUserForm } from './NetworkUserForm.tsx'
import { Sessions } from './Sessions.tsx'

export function AccountPage() {
  const session = useSession()
  const { user, network_user: networkUser } = session
  return (
    <>
      <PageHeader title={ACCOUNT.title} description={ACCOUNT.description} />
      <Section title={ACCOUNT.user} description={ACCOUNT.userDescription}>
        {networkUser === null ? (
          <Stack gap="md">
            <Text size="sm">{ACCOUNT.userMissing}</Text>
            <NetworkUserForm />
          </Stack>
        ) : (
          <Text>
            {networkUser.name} <Text span c="dimmed">{`@${networkUser.screen_name}`}</Text>
          </Text>
        )}
      </Section>
      <Section title={ACCOUNT.credentials} description={ACCOUNT.credentialsDescription}>
        <Stack gap="md">
          {!user.has_password && <Alert color="yellow">{ACCOUNT.credentialsMissing}</Alert>}
          <CredentialsForm session={session} />
        </Stack>
      </Section>
      <Sessions />
    </>
  )
}
