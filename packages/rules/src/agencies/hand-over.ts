/** Clients that are handed to another agent in one go (AG-5). */
export const maxHandedOver = 500
