/** Places of imported posts by id, for new posts that name a place (docs/decisions/0026-places.md). */
import type { Migration } from '../migration.ts'

export const places: Migration = {
  name: '0016-places',
  statements: ({ clustered }) => [
    `create table places (
      place_id text not null primary key,
      content text not null
    ) ${clustered}`,
  ],
  sqliteStatements: [
    'create index places_copy on places (place_id, content)',
    `insert into places (place_id, content)
      select geo ->> '$.place.id', min(geo -> '$.place') from post_geos
      where length(geo ->> '$.place.id') between 1 and 64
        and geo ->> '$.place.id' not glob '*[^0-9A-Za-z_.:-]*'
      group by geo ->> '$.place.id'`,
  ],
  // PostgreSQL rejects JSON with an escaped NUL, so this migration omits places with an escaped NUL. The next import
  // adds them.
  postgresStatements: [
    `insert into places (place_id, content)
      select geo::json #>> '{place,id}', min((geo::json #> '{place}')::text) from post_geos
      where position('\\u0000' in geo) = 0 and geo::json #>> '{place,id}' ~ '^[0-9A-Za-z_.:-]{1,64}$'
      group by geo::json #>> '{place,id}'`,
  ],
}
