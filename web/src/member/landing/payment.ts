/** How urgent a payment is: `soon` is within a week. */
export type NextPaymentState = 'automatic' | 'overdue' | 'today' | 'soon' | 'later'

const dayMs = 86_400_000
const soonDays = 7

/** How urgent a payment is on a day; days are `yyyy-mm-dd`. An automatic payment needs no attention until it is late. */
export function paymentState(
  payment: { readonly dueDate: string; readonly autoPay: boolean },
  today: string,
): NextPaymentState {
  const days = Math.round((Date.parse(payment.dueDate) - Date.parse(today)) / dayMs)
  if (days < 0) return 'overdue'
  if (payment.autoPay) return 'automatic'
  if (days === 0) return 'today'
  return days <= soonDays ? 'soon' : 'later'
}

/** Whether a payment comes before everything else on the page: it is late, or due within a week and not automatic. */
export function isPressing(state: NextPaymentState): boolean {
  return state === 'overdue' || state === 'today' || state === 'soon'
}
