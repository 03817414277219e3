import { normalizeMemberId } from '@portico/rules/registration/choices'
import { type RawBuilder, sql } from 'kysely'

/**
 * The ids of the people who have one of these numbers, in any brand: on their own card, as their contract's, or on any other card that
 * files know of, such as that of their dental plan, also if it no longer counts; never another insurer's. Cards print numbers with blanks.
 */
export function selectIdsWithNumber(numbers: readonly string[]): RawBuilder<{ readonly member_id: string }> {
  const written = numbers.map(normalizeMemberId)
  const forms = [...new Set([...written, ...written.map((number) => number.replaceAll(/[\s-]/g, ''))])]
  const isOne = sql`any(${forms}::text[])`
  return sql`select member_id from member where member_number = ${isOne} or contract_number = ${isOne}
    union
    select known.member_id from unnest(${forms}::text[]) as of_card (number)
      join import_patient known on known.numbers @> jsonb_build_array(jsonb_build_object('value', of_card.number))
      where known.numbers is not null and known.member_id is not null
    union
    select member_id from coverage_source
      where (coverage ->> 'contractNumber' = ${isOne} or coverage ->> 'memberNumber' = ${isOne})
        and coverage ->> 'namesPlan' is distinct from 'false'`
}
