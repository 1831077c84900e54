import { Text } from '@mantine/core'

interface Props {
  readonly explanation?: string
  readonly onSignedIn: () => void
}

/** The form to sign in, alone on its page or over another page. */
export function SignInForm({ explanation }: Props) {
  return <Text>{explanation}</Text>
}
