/** People who sell: agents, agency admins, and internal staff for agency 1 (AG-1). */
export const producers = { by: 'session', roles: ['AGENT', 'AGENCY_ADMIN', 'INTERNAL'] } as const

export const producerRoot = '/rbsmbl/x-services/producer'
