import type { Tx } from '../db/database.ts'

/** What the portal holds about a person; nothing of anyone else, and no secret of the portal's own. */
export type PersonData = Awaited<ReturnType<typeof readPersonData>>

const maxSessions = 100

/** Reads it all at one moment. `memberId` is null for who is no member. */
export async function readPersonData(
  tx: Tx,
  { accountId, memberId }: { readonly accountId: string; readonly memberId: string | null },
) {
  return {
    account: await readAccount(tx, accountId),
    signIn: await readSignIn(tx, accountId),
    member: memberId === null ? null : await readMemberData(tx, memberId, accountId),
  }
}

function readAccount(tx: Tx, accountId: string) {
  return tx
    .selectFrom('account')
    .select([
      'login_id as loginId',
      'role',
      'brand',
      'first_name as firstName',
      'last_name as lastName',
      'nick_name as nickName',
      'date_of_birth as dateOfBirth',
      'email',
      'phone',
      'phone_type as phoneType',
      'bus_phone as workPhone',
      'address',
      'city',
      'state',
      'zip_code as zipCode',
      'county',
      'page_language as language',
      'created_at as createdAt',
      'password_changed_at as passwordChangedAt',
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
}

async function readSignIn(tx: Tx, accountId: string) {
  return {
    passkeys: await tx
      .selectFrom('passkey')
      .select(['name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .execute(),
    sessions: await tx
      .selectFrom('session')
      .select(['created_at as signedInAt', 'method', 'user_agent as device', 'address'])
      .where('account_id', '=', accountId)
      .where('actor_account_id', 'is', null)
      .orderBy('created_at', 'desc')
      .limit(maxSessions)
      .execute(),
    smallState: await tx
      .selectFrom('person_state')
      .select(['key', 'value'])
      .where('account_id', '=', accountId)
      .orderBy('key')
      .execute(),
  }
}

async function readMemberData(tx: Tx, memberId: string, accountId: string) {
  const group = ['client_number as clientNumber', 'group_number as groupNumber'] as const
  return {
    person: await tx
      .selectFrom('member')
      .select([
        'member_number as memberNumber',
        'contract_number as contractNumber',
        'first_name as firstName',
        'last_name as lastName',
        'date_of_birth as dateOfBirth',
        'relationship_code as relationshipCode',
      ])
      .where('member_id', '=', memberId)
      .executeTakeFirstOrThrow(),
    notifications: await tx
      .selectFrom('notification_choice')
      .select(['new_message as newMessage', 'language', 'changed_at as changedAt'])
      .where('member_id', '=', memberId)
      .execute(),
    coverages: await tx
      .selectFrom('coverage')
      .select([...group, 'client_name as clientName', 'group_name as groupName', 'plan_name as planName'])
      .select(['copays', 'effectuated_on as effectuatedOn'])
      .where('member_id', '=', memberId)
      .orderBy('position')
      .execute(),
    products: await tx
      .selectFrom('product')
      .select([...group, 'product_name as productName', 'benefit_plan_type as benefitPlanType'])
      .select(['coverage_begin_date as coverageBeginDate', 'coverage_end_date as coverageEndDate'])
      .where('member_id', '=', memberId)
      .orderBy('client_number')
      .orderBy('group_number')
      .orderBy('position')
      .execute(),
    claims: await tx
      .selectFrom('claim')
      .select([...group, 'claim_id as claimId', 'service_date as serviceDate', 'provider_name as providerName'])
      .select(['category', 'status', 'billed_cents as billedCents', 'plan_paid_cents as planPaidCents'])
      .select('you_owe_cents as youOweCents')
      .where('member_id', '=', memberId)
      .orderBy('service_date', 'desc')
      .execute(),
    amounts: await tx
      .selectFrom('accumulator')
      .select([...group, 'plan_year as planYear', 'kind', 'network', 'used_cents as usedCents'])
      .select('limit_cents as limitCents')
      .where('member_id', '=', memberId)
      .orderBy('plan_year', 'desc')
      .orderBy('kind')
      .orderBy('network')
      .execute(),
    premiums: await tx
      .selectFrom('premium')
      .select([...group, 'due_date as dueDate', 'amount_cents as amountCents', 'auto_pay as autoPay'])
      .where('member_id', '=', memberId)
      .orderBy('due_date', 'desc')
      .execute(),
    spendingAccounts: await tx
      .selectFrom('spending_account')
      .select([...group, 'account_id as accountId', 'account_type as accountType', 'plan_year as planYear'])
      .select(['annual_cents as annualCents', 'contributed_cents as contributedCents', 'spent_cents as spentCents'])
      .where('member_id', '=', memberId)
      .orderBy('plan_year', 'desc')
      .execute(),
    messages: await tx
      .selectFrom('message')
      .innerJoin('thread', (join) =>
        join.onRef('thread.member_id', '=', 'message.member_id').onRef('thread.thread_id', '=', 'message.thread_id'),
      )
      .select([
        'message.message_id as messageId',
        'message.thread_id as threadId',
        'thread.subject',
        'message.incoming',
      ])
      .select(['author_name as authorName', 'body', 'phone_number as phoneNumber', 'sent_at as sentAt'])
      .select(['read_at as readAt', 'deleted_at as deletedAt'])
      .where('message.member_id', '=', memberId)
      .where('message.purged_at', 'is', null)
      .orderBy('sent_at')
      .execute(),
    files: await tx
      .selectFrom('attachment')
      .select(['name', 'type', 'size', 'created_at as createdAt', 'message_id as messageId'])
      .where('member_id', '=', memberId)
      .where('state', '=', 'clean')
      .where((eb) => eb.or([eb('message_id', 'is not', null), eb('account_id', '=', accountId)]))
      .orderBy('created_at')
      .execute(),
    sharedWith: await tx
      .selectFrom('person_access')
      .select(['name', 'email', 'relationship', 'scopes', 'state', 'last_day as lastDay', 'invited_at as invitedAt'])
      .where('member_id', '=', memberId)
      .orderBy('invited_at')
      .execute(),
    drafts: await tx
      .selectFrom('message_draft')
      .select(['data', 'saved_at as savedAt'])
      .where('member_id', '=', memberId)
      .orderBy('saved_at')
      .execute(),
  }
}
