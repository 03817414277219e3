/** The label of the message center's link to customer service; the texts are in the catalogues. */
export type ServiceLabel = 'member-services' | 'customer-service'

/** Wyoming's members know customer service as 'Member Services', everyone else as 'Customer Service' (MC-1). */
export function serviceLabel(brandCode: string): ServiceLabel {
  return brandCode === 'wybcbs' ? 'member-services' : 'customer-service'
}
