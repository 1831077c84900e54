import { Button, Group } from '@mantine/core'

interface Props {
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
  }
  readonly label: string
}

/** A button below a list that loads the next page. There is no button at the end of the list. */
export function LoadMore({ query, label }: Props) {
  if (!query.hasNextPage) return null
  return (
    <Group justify="center" p="sm">
      <Button
        size="xs"
        variant="default"
        loading={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {label}
      </Button>
    </Group>
  )
}
