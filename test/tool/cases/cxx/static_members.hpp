/* layout: struct counted (AutoMap_counted): 8/4 | id MPI_INT@0, value MPI_FLOAT@4 | | 0 */
/*~ AutoMap_Begin */
struct counted {
    static int instances;
    static constexpr double scale = 2;
    inline static long total = 0;
    int id;
    using value_type = float;
    value_type value;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
