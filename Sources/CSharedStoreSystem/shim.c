// The functions are in the header; a target needs one file to compile.
#include "CSharedStoreSystem.h"
