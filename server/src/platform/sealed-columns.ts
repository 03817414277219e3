/**
 * Columns sealed with the data key, each value with a context that identifies its row: a value moved to another row does not open. `npm run
 * data -- reseal` walks them all.
 */
export const sealedColumns = {
  authenticator: { key: 'account_id', column: 'secret', nameSeal: (id: string) => `authenticator ${id}` },
  saved_registration: { key: 'saved_id', column: 'sealed', nameSeal: (id: string) => `saved registration ${id}` },
  registration: { key: 'registration_id', column: 'sealed', nameSeal: (id: string) => `registration ${id}` },
  shop_saved: { key: 'save_id', column: 'sealed', nameSeal: (id: string) => `saved shopping ${id}` },
  shop_cart_item: { key: 'item_id', column: 'sealed', nameSeal: (id: string) => `cart item ${id}` },
  shop_application: { key: 'enrollment_id', column: 'sealed', nameSeal: (id: string) => `application ${id}` },
  shop_draft: { key: 'enrollment_id', column: 'sealed', nameSeal: (id: string) => `application draft ${id}` },
  identity_connection: {
    key: 'connection_id',
    column: 'signing_key',
    nameSeal: (id: string) => `identity-connection signing ${id}`,
  },
  identity_version: {
    key: 'connection_id',
    column: 'secret',
    nameSeal: (id: string) => `identity-connection ${id}`,
  },
  agency_proposal: { key: 'proposal_id', column: 'sealed', nameSeal: (id: string) => `proposal ${id}` },
  exchange_work: { key: 'work_id', column: 'key', nameSeal: (id: string) => `exchange ${id}` },
  x12_original_part: { key: 'part_id', column: 'sealed', nameSeal: (id: string) => `x12 original ${id}` },
  outbox: { key: 'email_id', column: 'sealed_values', nameSeal: (id: string) => `outbox values ${id}` },
} as const
