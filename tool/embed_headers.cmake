# Writes an assembler file that carries Clang's builtin headers into the tool.
#
#   cmake -D INCLUDE_DIR=<clang resource dir>/include -D OUTPUT=<file.S> -P embed_headers.cmake
#
# OUTPUT defines automap_embedded_headers, the table that frontend/builtin_headers.cpp reads. Headers in
# subdirectories, which only other languages and offloading use, are left out.
file(GLOB headers RELATIVE "${INCLUDE_DIR}" "${INCLUDE_DIR}/*.h")
list(FILTER headers EXCLUDE REGEX "^(opencl|hlsl|__clang_(cuda|hip|openmp))")
if(NOT headers)
  message(FATAL_ERROR "no builtin headers of Clang in ${INCLUDE_DIR}")
endif()
set(table "")
set(data "")
set(number 0)
foreach(header IN LISTS headers)
  string(APPEND data
    "name${number}: .asciz \"${header}\"\nbegin${number}: .incbin \"${INCLUDE_DIR}/${header}\"\nend${number}: .byte 0\n")
  string(APPEND table "  .quad name${number}, begin${number}, end${number}\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE "${OUTPUT}"
  "  .section .note.GNU-stack,\"\",%progbits\n"
  "  .section .rodata\n${data}"
  "  .section .data.rel.ro,\"aw\"\n  .balign 8\n  .globl automap_embedded_headers\n"
  "automap_embedded_headers:\n${table}  .quad 0, 0, 0\n")
