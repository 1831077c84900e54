import { Alert, Button, Group, Input, Stack, TextInput, Title } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import { asProblem } from '../../../api/problem.ts'
import type { components } from '../../../api/schema.d.ts'
import { ErrorState } from '../../../components/ErrorState.tsx'
import { TRY } from '../../../text/rules.ts'
import { PostCard } from '../PostCard.tsx'
import { useRulesSearch } from '../use-rules-search.ts'
import { Parts } from './Parts.tsx'
import type { ToolProps } from './tool-props.ts'

const TEXTS = TRY.explaining

/** Shows why the rule matches a post, or does not. The id of the post is in the URL of the page. */
export function Explain({ of: { appId, product }, value, isValid }: ToolProps) {
  const { search, change } = useRulesSearch()
  const { post = '' } = search
  const [typed, setTyped] = useState(post)
  useEffect(() => setTyped(post), [post])
  const explanation = useQuery({
    queryKey: ['app', appId, 'rule-explanation', product, value, post],
    enabled: isValid && post !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const params = { path: { app_id: appId } }
      const body = { value, post, product }
      return {
        value,
        ...(await dataOf(api.POST('/console/api/apps/{app_id}/rules/explain', { params, body, signal }))),
      }
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = idIn(typed)
    if (wanted === post) void explanation.refetch()
    else change({ tool: 'explain', post: wanted })
  }
  const problem = explanation.error === null ? undefined : asProblem(explanation.error)
  const isOfPost = problem?.field === 'post'
  const isUnknown = isOfPost && typed === post
  return (
    <Stack>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="sm">
          <TextInput
            label={TEXTS.post}
            description={isValid ? TEXTS.postAdvice : TRY.needsRule}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={isUnknown}
            flex={1}
            miw="14rem"
            inputMode="url"
            autoComplete="off"
          />
          <Button
            type="submit"
            variant="default"
            disabled={!isValid || typed.trim() === ''}
            loading={explanation.isFetching}
          >
            {TEXTS.run}
          </Button>
        </Group>
        {isUnknown && (
          <Input.Error role="alert" mt={6} size="sm">
            {problem?.message}
          </Input.Error>
        )}
      </form>
      {problem !== undefined && !isOfPost && (
        <ErrorState error={problem} onRetry={() => void explanation.refetch()} />
      )}
      {explanation.data !== undefined && problem === undefined && isValid && post !== '' && (
        <Result {...explanation.data} />
      )}
    </Stack>
  )
}

type ResultProps = components['schemas']['ConsoleExplanation'] & { readonly value: string }

function Result({ value, matches, post, parts }: ResultProps) {
  return (
    <Stack>
      <Alert
        role="status"
        color={matches ? 'green' : 'gray'}
        icon={matches ? <IconCheck size={18} /> : <IconX size={18} />}
        title={matches ? TEXTS.matches : TEXTS.matchesNot}
        py="xs"
      />
      <PostCard post={post} />
      <Stack gap="xs">
        <Title order={3}>{TEXTS.parts}</Title>
        <Parts value={value} parts={parts} />
      </Stack>
    </Stack>
  )
}

/** The id in the URL of a post. Returns other texts unchanged. */
function idIn(text: string): string {
  return /([0-9]{1,19})\/?(?:[?#].*)?$/.exec(text.trim())?.[1] ?? text.trim()
}
