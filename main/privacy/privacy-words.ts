/** What the dispatcher reads when something could not be erased. */
export const erasureWords = {
  notErased:
    'Not everything could be erased from this computer’s disk; another program may be reading the watch list. Close it and erase once more.',
};
