import { sql } from 'kysely'
import { textsVersion } from '../../brands/content/content-statement.ts'
import { statement } from '../../platform/db/database.ts'

/** A version of the settings and texts in the database: it changes with any row, and every statement sees the change at once. */
const versionText = `select concat_ws(' ',
    (select sum(hashtextextended(ctid::text || ' ' || xmin::text, 0)) from app_config),
    ${textsVersion}) as version`
export const contentVersion = statement<{ readonly version: string }>('content-version', versionText)

/** The same as part of a larger statement. */
export const selectContentVersion = sql<{ readonly version: string }>`${sql.raw(versionText)}`
