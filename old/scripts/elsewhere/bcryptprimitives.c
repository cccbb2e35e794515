// Gives Wine 8 what a program of Go 1.26 wants of Windows 10. Later versions of Wine have it, and do not need this.
#include <windows.h>
#include <ntsecapi.h>
#include <string.h>

// ProcessPrng is the one function of bcryptprimitives.dll that Go calls, before anything else.
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) { return RtlGenRandom(data, (ULONG)length); }

typedef LONG(WINAPI *setter)(HANDLE, PVOID, PVOID, ULONG, ULONG);

static setter original;

// Says of one kind of information that it is not known, as an older Windows does: then Go deletes a file in the older way. Wine 8
// says that it is not implemented, and Go gives up.
static LONG WINAPI set_information(HANDLE file, PVOID status, PVOID info, ULONG length, ULONG kind)
{
	const ULONG file_disposition_information_ex = 64;
	const LONG status_invalid_info_class = (LONG)0xC0000003;
	return kind == file_disposition_information_ex ? status_invalid_info_class : original(file, status, info, length, kind);
}

// Puts set_information in the place of ntdll's function, whose code is so short and so plain that a copy of it works elsewhere.
BOOL WINAPI DllMain(HINSTANCE self, DWORD reason, LPVOID reserved)
{
	enum { size = 32 };
	BYTE jump[] = {0x48, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xe0}; // mov rax, …; jmp rax
	const void *to = (const void *)set_information;
	DWORD was;
	if (reason != DLL_PROCESS_ATTACH)
		return TRUE;
	BYTE *function = (BYTE *)GetProcAddress(GetModuleHandleA("ntdll.dll"), "NtSetInformationFile");
	BYTE *copy = VirtualAlloc(NULL, size, MEM_COMMIT | MEM_RESERVE, PAGE_EXECUTE_READWRITE);
	if (!function || !copy || !VirtualProtect(function, sizeof jump, PAGE_EXECUTE_READWRITE, &was))
		return FALSE;
	memcpy(copy, function, size);
	original = (setter)copy;
	memcpy(jump + 2, &to, sizeof to);
	memcpy(function, jump, sizeof jump);
	return VirtualProtect(function, sizeof jump, was, &was);
}
